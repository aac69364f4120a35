// Copies of a pipeline that a thread has to itself: it waits for its own, and not for those of others.
// kverify-test: block=64 grid=1
#include <cuda/pipeline>

// expect: violated
__global__ void no_barrier(int *out, const int *in)
{
    __shared__ int tile[64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe); // @copy
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @copy
}

// Copies of a pipeline that a thread has to itself, of two stages: waiting once is waiting for the older one only.
// kverify-test: block=64 grid=1
#include <cuda/pipeline>

// The younger copy is still under way when the barrier is passed.
// expect: violated
__global__ void the_younger_one(int *out, const int *in)
{
    __shared__ int tile[128];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    for (int stage = 0; stage < 2; ++stage) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[64 * stage + threadIdx.x], &in[threadIdx.x], sizeof(int), pipe); // @younger
        pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] = tile[64 + 63 - threadIdx.x]; //~ data-race block shared read-write with @younger
}

// expect: proved
__global__ void both(int *out, const int *in)
{
    __shared__ int tile[128];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    for (int stage = 0; stage < 2; ++stage) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[64 * stage + threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] = tile[64 + 63 - threadIdx.x];
}

// racecheck: the copies of a pipeline's stage are read before the stage is waited for.
// kverify-test: block=64 grid=1
#include <cuda/pipeline>

// expect: violated
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    cuda::pipeline<cuda::thread_scope_thread> stages = cuda::make_pipeline();
    stages.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), stages); // @copy
    stages.producer_commit();
    out[threadIdx.x] = s[threadIdx.x]; //~ data-race thread shared read-write with @copy
    stages.consumer_wait();
    stages.consumer_release();
}

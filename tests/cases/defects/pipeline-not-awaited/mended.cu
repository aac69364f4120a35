// It is waited for.
// kverify-test: block=64 grid=1
#include <cuda/pipeline>

// expect: proved
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    cuda::pipeline<cuda::thread_scope_thread> stages = cuda::make_pipeline();
    stages.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), stages);
    stages.producer_commit();
    stages.consumer_wait();
    out[threadIdx.x] = s[threadIdx.x];
    stages.consumer_release();
}

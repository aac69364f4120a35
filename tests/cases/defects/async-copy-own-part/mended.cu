// And then all wait for all.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>

// expect: proved
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

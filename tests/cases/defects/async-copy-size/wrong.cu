// memcheck: an asynchronous copy of 8 bytes between addresses that are multiples of 4.
// kverify-test: block=32 grid=1
#include <cuda_pipeline.h>

// expect: violated
// today: proved, because alignment is not checked
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[2 * threadIdx.x], &in[2 * threadIdx.x + 1], 2 * sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[2 * threadIdx.x];
}

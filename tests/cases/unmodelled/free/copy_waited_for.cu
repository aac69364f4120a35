// Every thread waits for its own asynchronous copy before the barrier.
#include <cuda_pipeline.h>
// kverify-test: block=64

// expect: proved
__global__ void staged(int *out, const int *in) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[blockIdx.x * 64 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// Half precision.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

// kverify: block=64 grid=2
__global__ void axpy_free(const __half *x, __half *y, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __hadd(__hmul(__float2half(a), x[i]), y[i]);
}

// kverify: block=64 grid=2
__global__ void pairs_free(const __half2 *x, __half2 *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __hfma2(x[i], x[i], y[i]);
}

// kverify: block=64 grid=2
__global__ void neighbour_racy(half *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i + 1] + __float2half(1.0f);
}

// kverify: block=64 grid=2
__global__ void brains_free(const __nv_bfloat16 *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __bfloat162float(x[i]);
}

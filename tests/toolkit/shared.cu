// Shared memory, barriers and warp functions.
#include <cuda_runtime.h>

// kverify: block=64 grid=4
__global__ void rotate_free(const int *in, int *out) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[(threadIdx.x + 1) % 64];
}

// kverify: block=64 grid=4
__global__ void rotate_racy(const int *in, int *out) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    out[i] = tile[(threadIdx.x + 1) % 64];
}

// kverify: block=64 grid=4
__global__ void warp_sum_free(const float *in, float *out) {
    float x = __sinf(in[threadIdx.x]) + fmaxf(in[64], 1.0f);
    for (int step = 16; step > 0; step /= 2) x += __shfl_down_sync(0xffffffffu, x, step);
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = x;
}

// kverify: block=64 grid=4
__global__ void parts_racy(int *out, int n) {
    if (threadIdx.x < 32) __syncthreads();
    out[0] = n;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = __popc(threadIdx.x) + min(n, 3);
}

int main() {
    int *a, *b;
    cudaMalloc(&a, 256 * sizeof(int));
    cudaMalloc(&b, 256 * sizeof(int));
    rotate_free<<<dim3(4), dim3(64)>>>(a, b);
    cudaError_t error = cudaDeviceSynchronize();
    return error != cudaSuccess;
}

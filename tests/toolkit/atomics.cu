// Atomics of several types and scopes.
#include <cuda_runtime.h>

// kverify: block=128 grid=4
__global__ void histogram_free(const unsigned char *in, unsigned *bins) {
    __shared__ unsigned mine[256];
    for (int n = threadIdx.x; n < 256; n += 128) mine[n] = 0;
    __syncthreads();
    atomicAdd(&mine[in[blockIdx.x * 128 + threadIdx.x]], 1u);
    __syncthreads();
    for (int n = threadIdx.x; n < 256; n += 128) atomicAdd(&bins[n], mine[n]);
}

// kverify: block=128 grid=4
__global__ void histogram_racy(const unsigned char *in, unsigned *bins) {
    __shared__ unsigned mine[256];
    for (int n = threadIdx.x; n < 256; n += 128) mine[n] = 0;
    atomicAdd(&mine[in[blockIdx.x * 128 + threadIdx.x]], 1u);
    __syncthreads();
    for (int n = threadIdx.x; n < 256; n += 128) atomicAdd(&bins[n], mine[n]);
}

// kverify: block=128 grid=4
__global__ void sums_free(double *sum, float *least, unsigned long long *most, int *place) {
    atomicAdd(sum, 1.0);
    atomicMax(most, (unsigned long long)threadIdx.x);
    atomicCAS(place, 0, (int)threadIdx.x);
    atomicAdd_system(least, 2.0f);
}

// kverify: block=128 grid=4
__global__ void scope_racy(int *sum) { atomicAdd_block(sum, 1); }

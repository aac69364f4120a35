// Counting bytes: atomics on global memory, and a copy for each block in shared memory.

#define BINS 256

// expect: proved
__global__ void histogram_atomic(const unsigned char *data, unsigned n, unsigned *bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[data[i]], 1u);
}

// expect: proved
__global__ void histogram_shared(const unsigned char *data, unsigned n, unsigned *bins)
{
    __shared__ unsigned local[BINS];
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();

    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

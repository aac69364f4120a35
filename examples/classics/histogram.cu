// Histograms.

#define BINS 256

// Every element straight into global memory.
// expect: proved
__global__ void histogram_atomic(const unsigned char *data, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
    for (; i < n; i += stride)
        atomicAdd(&bins[data[i]], 1u);
}

// A histogram for each block, merged at the end.
// expect: proved
__global__ void histogram_privatised(const unsigned char *data, unsigned *bins, int n)
{
    __shared__ unsigned mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

// A histogram for each thread in a column of shared memory, then a row for each bin.
// expect: proved
__global__ void histogram_by_thread(const unsigned char *data, unsigned *bins, int n)
{
    extern __shared__ unsigned counts[];
    unsigned t = threadIdx.x;
    for (int b = 0; b < 64; ++b)
        counts[b * blockDim.x + t] = 0;
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += stride)
        counts[(data[i] & 63) * blockDim.x + t] += 1;
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < blockDim.x; ++k)
            sum += counts[b * blockDim.x + k];
        bins[blockIdx.x * 64 + b] = sum;
    }
}

// Partial histograms merged: a block for each bin.
// expect: proved
__global__ void histogram_merge(unsigned *bins, const unsigned *partial, int parts)
{
    extern __shared__ unsigned s[];
    unsigned sum = 0;
    for (int i = threadIdx.x; i < parts; i += blockDim.x)
        sum += partial[i * BINS + blockIdx.x];
    s[threadIdx.x] = sum;
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0)
        bins[blockIdx.x] = s[0];
}

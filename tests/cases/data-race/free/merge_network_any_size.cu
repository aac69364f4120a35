// Batcher's odd-even merge in shared memory, half as many threads as cells: for blocks of any size, since a stride that is a power
// of two keeps the pairs apart, and no pair needs the block to be one.

__device__ void order(int *a, int i, int j)
{
    if (a[i] > a[j]) {
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}

// expect: proved
__global__ void merge_network(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x, half = blockDim.x, cells = 2 * half;
    s[t] = data[blockIdx.x * cells + t];
    s[t + half] = data[blockIdx.x * cells + t + half];
    for (int size = 2; size <= cells; size <<= 1) {
        int stride = size / 2;
        int offset = t & (stride - 1);
        __syncthreads();
        int low = 2 * t - (t & (stride - 1));
        order(s, low, low + stride);
        for (stride >>= 1; stride > 0; stride >>= 1) {
            __syncthreads();
            int high = 2 * t - (t & (stride - 1));
            if (offset >= stride)
                order(s, high - stride, high);
        }
    }
    __syncthreads();
    data[blockIdx.x * cells + t] = s[t];
    data[blockIdx.x * cells + t + half] = s[t + half];
}

// A stride that doubles up to a parameter: the loop ends before the stride overflows, so it takes few values.

// expect: proved
__global__ void every_stride(unsigned *data, unsigned length)
{
    unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned size = 2; size < length; size <<= 1) {
        unsigned half = size / 2;
        unsigned low = 2 * g - (g & (half - 1));
        if (low + half < length) {
            unsigned a = data[low];
            data[low] = a + 1;
        }
        return;
    }
}

// expect: proved
__global__ void merge_up(int *data, int length)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[2 * t] = data[2 * (blockIdx.x * blockDim.x + t)];
    s[2 * t + 1] = data[2 * (blockIdx.x * blockDim.x + t) + 1];
    for (int size = 2; size <= length; size *= 2) {
        __syncthreads();
        int low = 2 * t - (t & (size / 2 - 1));
        if (s[low] > s[low + size / 2]) {
            int x = s[low];
            s[low] = s[low + size / 2];
            s[low + size / 2] = x;
        }
    }
    __syncthreads();
    data[2 * (blockIdx.x * blockDim.x + t)] = s[2 * t];
    data[2 * (blockIdx.x * blockDim.x + t) + 1] = s[2 * t + 1];
}

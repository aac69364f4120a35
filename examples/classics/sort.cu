// Sorting networks in shared memory and, step by step, in global memory.

__device__ void order(int *a, int i, int j, bool up)
{
    if ((a[i] > a[j]) == up) {
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}

// Bitonic sort of a block's cells, one thread a cell: partners differ in one bit.
// expect: proved
// kverify: block=256
__global__ void bitonic_xor(int *data)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = 2; k <= 256; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t)
                order(s, t, other, (t & k) == 0);
            __syncthreads();
        }
    }
    data[blockIdx.x * 256 + t] = s[t];
}

// Half as many threads as cells: the pair's lower cell by arithmetic on the stride.
// expect: proved
// kverify: block=128
__global__ void bitonic_stride(int *data, bool up)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 256 + t];
    s[t + 128] = data[blockIdx.x * 256 + t + 128];
    for (int size = 2; size < 256; size <<= 1) {
        bool way = up ^ ((t & (size / 2)) != 0);
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            order(s, at, at + stride, way);
        }
    }
    for (int stride = 128; stride > 0; stride >>= 1) {
        __syncthreads();
        int at = 2 * t - (t & (stride - 1));
        order(s, at, at + stride, up);
    }
    __syncthreads();
    data[blockIdx.x * 256 + t] = s[t];
    data[blockIdx.x * 256 + t + 128] = s[t + 128];
}

// One step over global memory: the launches between the steps are the barriers.
// expect: proved
__global__ void bitonic_step(int *data, int n, int j, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i ^ j;
    if (i < n && other < n && other > i)
        order(data, i, other, (i & k) == 0);
}

// Odd-even transposition: neighbours in turn, blocks of any size.
// expect: proved
__global__ void odd_even_sort(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int n = blockDim.x;
    s[t] = data[blockIdx.x * n + t];
    __syncthreads();
    for (int phase = 0; phase < n; ++phase) {
        if (t % 2 == phase % 2 && t + 1 < n)
            order(s, t, t + 1, true);
        __syncthreads();
    }
    data[blockIdx.x * n + t] = s[t];
}

// Batcher's odd-even merge sort, half as many threads as cells.
// expect: proved
// kverify: block=64
__global__ void odd_even_merge_sort(int *data)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 128 + t];
    s[t + 64] = data[blockIdx.x * 128 + t + 64];
    for (int size = 2; size <= 128; size <<= 1) {
        int stride = size / 2;
        int offset = t & (stride - 1);
        __syncthreads();
        int at = 2 * t - (t & (stride - 1));
        order(s, at, at + stride, true);
        stride >>= 1;
        for (; stride > 0; stride >>= 1) {
            __syncthreads();
            int low = 2 * t - (t & (stride - 1));
            if (offset >= stride)
                order(s, low - stride, low, true);
        }
    }
    __syncthreads();
    data[blockIdx.x * 128 + t] = s[t];
    data[blockIdx.x * 128 + t + 64] = s[t + 64];
}

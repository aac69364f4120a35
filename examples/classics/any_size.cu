// The classics whose other versions are written for one size of block, for every size: what they work on is as large as the launch
// makes it. Where an algorithm is right for powers of two only, that is what its source says.

__device__ void order(int *a, int i, int j, bool up)
{
    if ((a[i] > a[j]) == up) {
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
}

// Blelloch's scan of 2 blockDim.x cells.
// expect: proved
__global__ void scan_blelloch_any(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x, n = 2 * blockDim.x;
    __builtin_assume((n & (n - 1)) == 0);
    s[2 * t] = data[blockIdx.x * n + 2 * t];
    s[2 * t + 1] = data[blockIdx.x * n + 2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1;
            int b = offset * (2 * t + 2) - 1;
            s[b] += s[a];
        }
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1;
            int b = offset * (2 * t + 2) - 1;
            int left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads(); // without: proved
    data[blockIdx.x * n + 2 * t] = s[2 * t];
    data[blockIdx.x * n + 2 * t + 1] = s[2 * t + 1];
}

// Bitonic sort, one thread a cell: partners that would be out of the block belong to no block whose size is a power of two.
// expect: proved
__global__ void bitonic_xor_any(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x, n = blockDim.x;
    s[t] = data[blockIdx.x * n + t];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t && other < n)
                order(s, t, other, (t & k) == 0);
            __syncthreads();
        }
    }
    data[blockIdx.x * n + t] = s[t];
}

// Bitonic sort, half as many threads as cells.
// expect: proved
__global__ void bitonic_stride_any(int *data, bool up)
{
    extern __shared__ int s[];
    int t = threadIdx.x, half = blockDim.x, n = 2 * half;
    __builtin_assume((half & (half - 1)) == 0);
    s[t] = data[blockIdx.x * n + t];
    s[t + half] = data[blockIdx.x * n + t + half];
    for (int size = 2; size < n; size <<= 1) {
        bool way = up ^ ((t & (size / 2)) != 0);
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            order(s, at, at + stride, way);
        }
    }
    for (int stride = half; stride > 0; stride >>= 1) {
        __syncthreads();
        int at = 2 * t - (t & (stride - 1));
        order(s, at, at + stride, up);
    }
    __syncthreads();
    data[blockIdx.x * n + t] = s[t];
    data[blockIdx.x * n + t + half] = s[t + half];
}

// LU decomposition of a diagonal block as wide as the block of threads.
// expect: proved
__global__ void lu_diagonal_any(float *m)
{
    extern __shared__ float cells[];
    int t = threadIdx.x, n = blockDim.x;
    for (int i = 0; i < n; ++i)
        cells[i * n + t] = m[(blockIdx.x * n + i) * n + t];
    __syncthreads();
    for (int i = 0; i < n - 1; ++i) {
        if (t > i) {
            for (int j = 0; j < i; ++j)
                cells[t * n + i] -= cells[t * n + j] * cells[j * n + i];
            cells[t * n + i] /= cells[i * n + i];
        }
        __syncthreads();
        if (t > i)
            for (int j = 0; j < i + 1; ++j)
                cells[(i + 1) * n + t] -= cells[(i + 1) * n + j] * cells[j * n + t];
        __syncthreads();
    }
    for (int i = 1; i < n; ++i)
        m[(blockIdx.x * n + i) * n + t] = cells[i * n + t];
}

// The butterflies of a Fourier transform of 2 blockDim.x cells.
// expect: proved
__global__ void butterflies_any(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x, half = blockDim.x, n = 2 * half;
    __builtin_assume((half & (half - 1)) == 0);
    s[t] = data[blockIdx.x * n + t];
    s[t + half] = data[blockIdx.x * n + t + half];
    for (int span = 1; span < n; span <<= 1) {
        __syncthreads();
        int i = (t / span) * 2 * span + t % span;
        int x = s[i], y = s[i + span];
        s[i] = x + y;
        s[i + span] = x - y;
    }
    __syncthreads(); // without: proved
    data[blockIdx.x * n + t] = s[t];
    data[blockIdx.x * n + t + half] = s[t + half];
}

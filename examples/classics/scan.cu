// Prefix sums within a block.

// Blelloch, n = 2 blockDim.x cells: up the tree, clear the root, down the tree.
// expect: proved
// kverify: block=128
__global__ void scan_blelloch(const int *in, int *out)
{
    __shared__ int s[256];
    const int n = 256;
    int t = threadIdx.x;
    s[2 * t] = in[blockIdx.x * n + 2 * t];
    s[2 * t + 1] = in[blockIdx.x * n + 2 * t + 1];
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
    out[blockIdx.x * n + 2 * t] = s[2 * t];
    out[blockIdx.x * n + 2 * t + 1] = s[2 * t + 1];
}

// Hillis and Steele, blocks of any size: everybody reads, everybody waits, everybody writes.
// expect: proved
__global__ void scan_hillis_steele(const int *in, int *out)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    s[t] = in[g];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[g] = s[t];
}

// Hillis and Steele between two buffers: one barrier a step.
// expect: proved
__global__ void scan_two_buffers(const int *in, int *out)
{
    extern __shared__ int s[];
    int n = blockDim.x;
    int t = threadIdx.x;
    int to = 0, from = 1;
    s[t] = t > 0 ? in[blockIdx.x * n + t - 1] : 0;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        to = 1 - to;
        from = 1 - to;
        if (t >= d)
            s[to * n + t] = s[from * n + t] + s[from * n + t - d];
        else
            s[to * n + t] = s[from * n + t];
        __syncthreads();
    }
    out[blockIdx.x * n + t] = s[to * n + t];
}

// Kogge and Stone with a section of any size; threads beyond the end take part in the barriers.
// expect: proved
__global__ void scan_kogge_stone(const float *in, float *out, unsigned n)
{
    extern __shared__ float xy[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    xy[threadIdx.x] = i < n ? in[i] : 0.0f;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float sum = 0.0f;
        if (threadIdx.x >= stride)
            sum = xy[threadIdx.x] + xy[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride)
            xy[threadIdx.x] = sum;
    }
    if (i < n)
        out[i] = xy[threadIdx.x];
}

// Brent and Kung: two cells a thread, a section of 2 blockDim.x cells.
// expect: proved
// kverify: block=128
__global__ void scan_brent_kung(const float *in, float *out, unsigned n)
{
    __shared__ float xy[256];
    unsigned t = threadIdx.x;
    unsigned i = 2 * blockIdx.x * blockDim.x + t;
    xy[t] = i < n ? in[i] : 0.0f;
    xy[t + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0.0f;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned index = (t + 1) * 2 * stride - 1;
        if (index < 256)
            xy[index] += xy[index - stride];
    }
    for (unsigned stride = 256 / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (t + 1) * stride * 2 - 1;
        if (index + stride < 256)
            xy[index + stride] += xy[index];
    }
    __syncthreads();
    if (i < n)
        out[i] = xy[t];
    if (i + blockDim.x < n)
        out[i + blockDim.x] = xy[t + blockDim.x];
}

// The same for blocks of any size.
// expect: proved
__global__ void scan_brent_kung_any(const float *in, float *out, unsigned n)
{
    extern __shared__ float xy[];
    unsigned t = threadIdx.x;
    unsigned section = 2 * blockDim.x;
    unsigned i = blockIdx.x * section + t;
    xy[t] = i < n ? in[i] : 0.0f;
    xy[t + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0.0f;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned index = (t + 1) * 2 * stride - 1;
        if (index < section)
            xy[index] += xy[index - stride];
    }
    for (unsigned stride = section / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (t + 1) * stride * 2 - 1;
        if (index + stride < section)
            xy[index + stride] += xy[index];
    }
    __syncthreads();
    if (i < n)
        out[i] = xy[t];
    if (i + blockDim.x < n)
        out[i + blockDim.x] = xy[t + blockDim.x];
}

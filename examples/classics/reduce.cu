// The seven classic reductions, each block into one cell of `sums`, and how they end.

// Interleaved pairs, every second thread idle: a divergent branch.
// expect: proved
__global__ void reduce_interleaved(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0 && t + d < blockDim.x)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

// Interleaved pairs, consecutive threads: conflicts of banks.
// expect: proved
__global__ void reduce_strided(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned k = 2 * d * t;
        if (k + d < blockDim.x)
            s[k] += s[k + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

// Sequential addressing, the upper half onto the lower one.
// expect: proved
__global__ void reduce_sequential(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

// The first addition while loading.
// expect: proved
__global__ void reduce_first_add(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + t;
    int mine = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        mine += in[i + blockDim.x];
    s[t] = mine;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d)
            s[t] = mine = mine + s[t + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = mine;
}

// The last warp unrolled, each step in two halves with barriers of the warp between.
// expect: proved
// kverify: block=256
__global__ void reduce_last_warp(const int *in, int *sums, unsigned n)
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t] + s[t + 32];
        __syncwarp(); // without: proved
        s[t] = v;
        __syncwarp();
        v += s[t + 16];
        __syncwarp();
        s[t] = v;
        __syncwarp();
        v += s[t + 8];
        __syncwarp();
        s[t] = v;
        __syncwarp();
        v += s[t + 4];
        __syncwarp();
        s[t] = v;
        __syncwarp();
        v += s[t + 2];
        __syncwarp();
        s[t] = v;
        __syncwarp();
        v += s[t + 1];
        if (t == 0)
            sums[blockIdx.x] = v;
    }
}

// The last warp by shuffles: nothing of it is in memory.
// expect: proved
__global__ void reduce_shuffle(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 16; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t];
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (t == 0)
            sums[blockIdx.x] = v;
    }
}

// Completely unrolled for the block's size.
// expect: proved
template <unsigned BLOCK>
__global__ void reduce_unrolled(const int *in, int *sums, unsigned n)
{
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (BLOCK >= 512) {
        if (t < 256)
            s[t] += s[t + 256];
        __syncthreads();
    }
    if (BLOCK >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        s[t] += s[t + 32];
        __syncwarp();
        if (t < 16)
            s[t] += s[t + 16];
        __syncwarp();
        if (t < 8)
            s[t] += s[t + 8];
        __syncwarp();
        if (t < 4)
            s[t] += s[t + 4];
        __syncwarp();
        if (t < 2)
            s[t] += s[t + 2];
        __syncwarp();
        if (t < 1)
            sums[blockIdx.x] = s[0] + s[1];
    }
}

// As many elements a thread as the grid leaves over.
// expect: proved
template <unsigned BLOCK>
__global__ void reduce_multiple(const int *in, int *sums, unsigned n)
{
    __shared__ int s[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * (BLOCK * 2) + t;
    unsigned stride = BLOCK * 2 * gridDim.x;
    int mine = 0;
    while (i < n) {
        mine += in[i];
        if (i + BLOCK < n)
            mine += in[i + BLOCK];
        i += stride;
    }
    s[t] = mine;
    __syncthreads();
    for (unsigned d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

// Blocks of any size, powers of two or not: an odd number of cells leaves its middle one alone.
// expect: proved
__global__ void reduce_any_size(const int *in, int *sums, unsigned n)
{
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned left = blockDim.x; left > 1;) {
        unsigned half = (left + 1) / 2;
        if (t < left / 2)
            s[t] += s[t + half];
        __syncthreads();
        left = half;
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

void reduce(const int *in, int *sums, unsigned n, unsigned blocks)
{
    reduce_unrolled<128><<<blocks, 128>>>(in, sums, n);
    reduce_unrolled<512><<<blocks, 512>>>(in, sums, n);
    reduce_multiple<256><<<blocks, 256>>>(in, sums, n);
}

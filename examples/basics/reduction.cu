// Sum reductions, each block into one cell of `partial`: from the textbook's first to the grid-stride one.

// Neighbours first. Half of the threads idle from the start, but no two of them meet.
// expect: proved
// kverify: block=256
__global__ void reduce_interleaved(const float *in, float *partial, unsigned n)
{
    extern __shared__ float sum[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    sum[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// Consecutive threads work, their addresses are strided.
// expect: proved
// kverify: block=256
__global__ void reduce_strided(const float *in, float *partial, unsigned n)
{
    extern __shared__ float sum[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    sum[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned k = 2 * s * t;
        if (k < blockDim.x)
            sum[k] += sum[k + s];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// Halves first: addresses are consecutive.
// expect: proved
// kverify: block=256
__global__ void reduce_sequential(const float *in, float *partial, unsigned n)
{
    extern __shared__ float sum[];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    sum[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// Each thread first adds up its share of the input, whatever the number of blocks.
// expect: proved
template <unsigned BLOCK>
__global__ void reduce_grid_stride(const float *in, float *partial, unsigned n)
{
    __shared__ float sum[BLOCK];
    unsigned t = threadIdx.x;
    float mine = 0.0f;
    for (unsigned i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x)
        mine += in[i];
    sum[t] = mine;
    __syncthreads();

    if (BLOCK >= 256) {
        if (t < 128)
            sum[t] += sum[t + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (t < 64)
            sum[t] += sum[t + 64];
        __syncthreads();
    }
    for (unsigned s = 32; s > 0; s /= 2) {
        if (t < s)
            sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

void reduce(const float *in, float *partial, unsigned n, unsigned blocks)
{
    reduce_grid_stride<128><<<blocks, 128>>>(in, partial, n);
    reduce_grid_stride<256><<<blocks, 256>>>(in, partial, n);
}

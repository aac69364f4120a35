// Bounds of the kernel's own that fit, and such as only data and types say.

// expect: proved
__global__ void masked_place(const int *in, int *out, int n)
{
    __shared__ int s[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = s[in[i] & 127];
}

// That a text holds nothing else than ASCII is its callers' to see to.
// expect: proved
__global__ void letters(const unsigned char *text, int *out, int n)
{
    __shared__ int bins[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[text[i]], 1);
    __syncthreads();
    for (int j = threadIdx.x; j < 128; j += blockDim.x)
        atomicAdd(&out[j], bins[j]);
}

// Numbers that are places are not negative.
// expect: proved
__global__ void from_one(const int *in, int *out, int n)
{
    __shared__ int s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = s[in[i] % 64];
}

// Blocks are as large as the arrays that they are made for.
// expect: proved
__global__ void as_large_as_the_block(float *out)
{
    __shared__ float s[128];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (blockDim.x >= 256 && threadIdx.x < 128)
        s[threadIdx.x] += s[threadIdx.x + 128];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

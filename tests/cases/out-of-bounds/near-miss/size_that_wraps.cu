// Sizes of unsigned numbers of 32 bits that do not wrap, though their halves come close, and one that wraps to enough.

// expect: proved
__global__ void whole(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

void launch_whole()
{
    float *out;
    unsigned n = (1u << 30) - 1u;
    unsigned bytes = n * 4u;
    cudaMalloc(&out, bytes);
    whole<<<4, 256>>>(out, 1000);
    cudaFree(out);
}

// 2^32 + 4096 bytes, of which 4096 are left.
// expect: proved
__global__ void left(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

void launch_left()
{
    float *out;
    unsigned n = (1u << 30) + 1024u;
    unsigned bytes = n * 4u;
    cudaMalloc(&out, bytes);
    left<<<4, 256>>>(out, 1000);
    cudaFree(out);
}

// One more than those.
// expect: violated
__global__ void one_more(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

void launch_one_more()
{
    float *out;
    unsigned n = (1u << 30) + 1024u;
    unsigned bytes = n * 4u;
    cudaMalloc(&out, bytes);
    one_more<<<5, 256>>>(out, 1025);
    cudaFree(out);
}

// In 64 bits nothing wraps.
// expect: proved
__global__ void wide(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

void launch_wide()
{
    float *out;
    size_t n = (size_t)1 << 30;
    cudaMalloc(&out, n * sizeof(float));
    wide<<<4, 256>>>(out, 1000);
    cudaFree(out);
}

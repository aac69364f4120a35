// 2^30 elements of 4 bytes are 2^32 bytes, which are none in 32 bits.

// expect: violated
__global__ void wrapped(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

void launch_wrapped()
{
    float *out;
    unsigned n = 1u << 30;
    unsigned bytes = n * 4u;
    cudaMalloc(&out, bytes);
    wrapped<<<4, 256>>>(out, 1000);
    cudaFree(out);
}

// CARP 4.2, memcheck: the grid is rounded up and the kernel does not ask how many elements there are.

// expect: violated
__global__ void square(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i]; //~ out-of-bounds
}

void run(const float *host)
{
    const int n = 1000;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}

// CARP 4.2: the grid is rounded down, so that the last elements are never computed, and copied back.

// expect: proved
__global__ void square(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i];
}

void run(const float *host, float *result)
{
    const int n = 1000;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
    square<<<n / 256, 256>>>(in, out); // @launch
    cudaMemcpy(result, out, n * sizeof(float), cudaMemcpyDeviceToHost); //~ warning uninitialised-buffer with @launch
    cudaFree(in);
    cudaFree(out);
}

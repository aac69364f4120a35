// Kernels that change their buffers in place read first what was there.

// expect: proved
__global__ void add(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] += x[i];
}

__global__ void halve(float *x)
{
    x[threadIdx.x] = x[threadIdx.x] / 2.0f;
}

void no_start(const float *in, float *out, int n)
{
    float *sum, *x;
    cudaMalloc(&sum, n * sizeof(float)); // @sum
    cudaMalloc(&x, n * sizeof(float));
    cudaMemcpy(x, in, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(sum, x, n); //~ uninitialised-buffer with @sum
    cudaMemcpy(out, sum, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(sum);
    cudaFree(x);
}

void nothing_to_halve(float *out)
{
    float *x;
    cudaMalloc(&x, 256 * sizeof(float)); // @x
    halve<<<1, 256>>>(x); //~ uninitialised-buffer with @x
    cudaMemcpy(out, x, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
}

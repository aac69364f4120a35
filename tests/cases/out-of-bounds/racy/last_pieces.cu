// The last of many pieces leaves the buffer.

// expect: violated
__global__ void scale(float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] *= 2; //~ out-of-bounds
}

int main()
{
    const int C = 1024;
    float *d;
    cudaMalloc(&d, 40 * C * sizeof(float));
    cudaMemset(d, 0, 40 * C * sizeof(float));
    for (int c = 0; c < 40; c++)
        scale<<<5, 256>>>(d + c * C, C + 1);
    cudaDeviceSynchronize();
    cudaFree(d);
}

// Loops of the host in front of launches, and launches for pieces of a buffer.

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
    float *h = new float[4 * C], *d;
    cudaMalloc(&d, 4 * C * sizeof(float));
    cudaMemset(d, 0, 4 * C * sizeof(float));
    for (int i = 0; i < 4 * C; i++)
        h[i] = 1.0f * i;
    for (int c = 0; c < 4; c++)
        scale<<<5, 256>>>(d + c * C, C + 1);
    cudaDeviceSynchronize();
    cudaFree(d);
    delete[] h;
}

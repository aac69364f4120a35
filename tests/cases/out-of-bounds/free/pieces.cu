// Pieces of a buffer, behind loops of the host.

// expect: proved
__global__ void scale(float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] *= 2;
}

int main()
{
    const int C = 1024;
    float *h = new float[40 * C], *d;
    cudaMalloc(&d, 40 * C * sizeof(float));
    cudaMemset(d, 0, 40 * C * sizeof(float));
    for (int i = 0; i < 40 * C; i++)
        h[i] = 1.0f * i;
    for (int c = 0; c < 40; c++)
        scale<<<4, 256>>>(d + c * C, C);
    int left = 10 * C + 10;
    for (int c = 0; c < 11; c++) {
        scale<<<4, 256>>>(d + c * C, left < C ? left : C);
        left -= C;
    }
    cudaDeviceSynchronize();
    cudaFree(d);
    delete[] h;
}

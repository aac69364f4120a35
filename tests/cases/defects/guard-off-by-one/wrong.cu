// memcheck: the guard lets one element too many pass; for numbers that the host is handed, a warning.

// expect: proved
__global__ void ones(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] = 1; //~ warning out-of-bounds
}

void run(int n)
{
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    ones<<<(n + 255) / 256, 256>>>(a, n);
    cudaFree(a);
}

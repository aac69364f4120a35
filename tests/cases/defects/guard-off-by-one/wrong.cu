// memcheck: the guard lets one element too many pass, whatever number the host is handed, unless it fills the last block.

// expect: suspect
__global__ void ones(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] = 1; //~ out-of-bounds
}

void run(int n)
{
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    ones<<<(n + 255) / 256, 256>>>(a, n);
    cudaFree(a);
}

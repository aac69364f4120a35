// As many as there are.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(const int *host)
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemcpy(a, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
    cudaFree(a);
}

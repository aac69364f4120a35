// A kernel writes it first.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(int *host)
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    ones<<<1, 64>>>(a);
    cudaMemcpy(host, a, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(a);
}

// memcheck, errors of the interface: more bytes than there are.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(const int *host)
{
    int *a;
    cudaMalloc(&a, 64); // @allocation
    cudaMemcpy(a, host, 64 * sizeof(int), cudaMemcpyHostToDevice); //~ incorrect-transfer with @allocation
    cudaFree(a);
}

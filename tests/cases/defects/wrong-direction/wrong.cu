// memcheck, errors of the interface: a copy says the other direction.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run()
{
    int host[64], *a; // @host
    cudaMalloc(&a, sizeof(host)); // @allocation
    ones<<<1, 64>>>(a);
    cudaMemcpy(host, a, sizeof(host), cudaMemcpyHostToDevice); //~ incorrect-transfer with @host //~ incorrect-transfer with @allocation
    cudaFree(a);
}

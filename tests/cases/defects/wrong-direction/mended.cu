// The direction of the pointers.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run()
{
    int host[64], *a;
    cudaMalloc(&a, sizeof(host));
    ones<<<1, 64>>>(a);
    cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(a);
}

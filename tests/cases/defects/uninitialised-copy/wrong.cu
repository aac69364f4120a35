// initcheck: memory of the device that nobody wrote is copied to the host.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(int *host)
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int)); // @allocation
    cudaMemcpy(host, a, 64 * sizeof(int), cudaMemcpyDeviceToHost); //~ uninitialised-buffer with @allocation
    cudaFree(a);
}

// initcheck: a kernel adds to memory that nobody wrote.

// expect: proved
__global__ void add(int *sum, const int *in) { atomicAdd(sum, in[threadIdx.x]); }

void run(const int *in, int *host)
{
    int *sum;
    cudaMalloc(&sum, sizeof(int)); // @allocation
    add<<<1, 64>>>(sum, in); //~ uninitialised-buffer with @allocation
    cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(sum);
}

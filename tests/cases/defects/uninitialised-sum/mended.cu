// It is set first.

// expect: proved
__global__ void add(int *sum, const int *in) { atomicAdd(sum, in[threadIdx.x]); }

void run(const int *in, int *host)
{
    int *sum;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    add<<<1, 64>>>(sum, in);
    cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(sum);
}

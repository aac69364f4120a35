// It waits.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(int *a)
{
    int *host;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, 64 * sizeof(int));
    host[0] = 1;
    cudaMemcpyAsync(a, host, 64 * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    host[0] = 2;
    cudaFreeHost(host);
}

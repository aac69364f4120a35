// CARP 4.1, incomplete transfer, in CUDA: the host changes page-locked memory that is still being copied.

// expect: proved
__global__ void ones(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

void run(int *a)
{
    int *host;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, 64 * sizeof(int));
    host[0] = 1;
    cudaMemcpyAsync(a, host, 64 * sizeof(int), cudaMemcpyHostToDevice, stream); // @copy
    host[0] = 2; //~ host-device-race with @copy
    cudaStreamSynchronize(stream);
    cudaFreeHost(host);
}

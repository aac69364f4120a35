// CARP 3.1, figure 3.4, in CUDA: the host reads managed memory while a kernel writes it.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = threadIdx.x; }

int run()
{
    int *a;
    cudaMallocManaged(&a, 64 * sizeof(int));
    ones<<<1, 64>>>(a); // @launch
    int first = a[0]; //~ host-device-race with @launch
    cudaFree(a);
    return first;
}

// It waits.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = threadIdx.x; }

int run()
{
    int *a;
    cudaMallocManaged(&a, 64 * sizeof(int));
    ones<<<1, 64>>>(a);
    cudaDeviceSynchronize();
    int first = a[0];
    cudaFree(a);
    return first;
}

// CARP 3.1, figure 3.3, in CUDA: two streams share a buffer.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = threadIdx.x; }
// expect: proved
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }

void run(int *b)
{
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    ones<<<1, 64, 0, one>>>(a); // @launch
    copy<<<1, 64, 0, two>>>(a, b); //~ inter-kernel-race with @launch
    cudaDeviceSynchronize();
    cudaFree(a);
}

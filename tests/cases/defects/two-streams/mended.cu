// An event holds them apart.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = threadIdx.x; }
// expect: proved
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }

void run(int *b)
{
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    ones<<<1, 64, 0, one>>>(a);
    cudaEventRecord(filled, one);
    cudaStreamWaitEvent(two, filled, 0);
    copy<<<1, 64, 0, two>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(a);
}

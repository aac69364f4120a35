// The same stream.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *a;
    cudaMallocAsync((void **)&a, 64 * sizeof(int), s);
    ones<<<1, 64, 0, s>>>(a);
    cudaFreeAsync(a, s);
}

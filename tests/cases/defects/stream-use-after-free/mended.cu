// Freed in the stream that uses it.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    int *a;
    cudaMallocAsync((void **)&a, 64 * sizeof(int), s);
    cudaStreamSynchronize(s);
    ones<<<1, 64, 0, t>>>(a);
    cudaFreeAsync(a, t);
}

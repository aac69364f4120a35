// memcheck, stream-ordered allocations: another stream uses memory whose allocation it does not wait for.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    int *a;
    cudaMallocAsync((void **)&a, 64 * sizeof(int), s); // @allocation
    ones<<<1, 64, 0, t>>>(a); //~ inter-kernel-race with @allocation
    cudaStreamSynchronize(t);
    cudaFreeAsync(a, s);
}

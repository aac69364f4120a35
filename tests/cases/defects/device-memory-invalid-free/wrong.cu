// memcheck: what is freed is not where the allocation starts.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    int *a;
    cudaMalloc(&a, 128 * sizeof(int)); // @made
    a += 64;
    ones<<<1, 64>>>(a);
    cudaFree(a); //~ invalid-free with @made
}

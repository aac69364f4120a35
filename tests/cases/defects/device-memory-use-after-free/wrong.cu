// memcheck: a kernel writes memory that was freed.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaFree(a); // @free
    ones<<<1, 64>>>(a); //~ use-after-free with @free
}

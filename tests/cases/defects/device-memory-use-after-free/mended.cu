// Freed behind its last use.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    ones<<<1, 64>>>(a);
    cudaFree(a);
}

// The start is kept.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    int *a;
    cudaMalloc(&a, 128 * sizeof(int));
    ones<<<1, 64>>>(a + 64);
    cudaFree(a);
}

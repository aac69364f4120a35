// initcheck, by --track-unused-memory: memory that nothing ever touches.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run(int *a)
{
    int *spare;
    cudaMalloc(&spare, 64 * sizeof(int)); //~ note unused-buffer
    ones<<<1, 64>>>(a);
    cudaFree(spare);
}

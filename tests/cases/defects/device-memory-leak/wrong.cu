// memcheck: memory of the device that nobody frees.

// expect: proved
__global__ void ones(int *a) { a[threadIdx.x] = 1; }

void run()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int)); //~ note leak
    ones<<<1, 64>>>(a);
    cudaDeviceSynchronize();
}

// It did.
#include <cooperative_groups.h>

// expect: proved
__global__ void both(int *a, int *b)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cooperative_groups::this_grid().sync();
    b[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

void run(int *a, int *b)
{
    void *arguments[] = {&a, &b};
    cudaLaunchCooperativeKernel((void *)both, 64, 256, arguments, 0, 0);
}

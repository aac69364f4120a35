// The grid waits for itself in a launch that does not see to it that all blocks are there.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void plainly(int *a, int *b)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cg::this_grid().sync(); //~ invalid-argument
    b[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

// expect: violated
__global__ void in_loop(int *a, int n)
{
    cg::grid_group grid = cg::this_grid();
    for (int k = 0; k < 4; k++) {
        a[blockIdx.x * blockDim.x + threadIdx.x] += k;
        grid.sync(); //~ invalid-argument
    }
}

void run(int *a, int *b, int n)
{
    plainly<<<64, 256>>>(a, b);
    void *arguments[] = {&a, &n};
    cudaLaunchKernel((void *)in_loop, 8, 64, arguments, 0, 0);
}

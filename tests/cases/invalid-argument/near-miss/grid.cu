// The grid waits for itself where it may.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void asks(int *a, int *b)
{
    cg::grid_group grid = cg::this_grid();
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (grid.is_valid())
        grid.sync();
    b[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

// expect: proved
__global__ void together(int *a, int *b)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cg::this_grid().sync();
    b[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

// The caller says whether it waits.
// expect: proved
__global__ void wanted(int *a, int *b, bool all)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (all)
        cg::this_grid().sync();
    b[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

void run(int *a, int *b, bool all)
{
    asks<<<64, 256>>>(a, b);
    void *arguments[] = {&a, &b};
    cudaLaunchCooperativeKernel((void *)together, 64, 256, arguments, 0, 0);
    wanted<<<64, 256>>>(a, b, all);
}

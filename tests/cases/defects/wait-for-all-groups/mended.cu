// The grid's own barrier, in a launch that promises room for all blocks.
#include <cooperative_groups.h>

// expect: proved
__global__ void all_blocks(int *out)
{
    cooperative_groups::this_grid().sync();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void run(int *out)
{
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((void *)all_blocks, 64, 256, arguments, 0, 0);
}

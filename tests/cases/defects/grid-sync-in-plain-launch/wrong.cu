// synccheck: the grid waits for itself, and the launch did not ask for room for all blocks.
#include <cooperative_groups.h>

// expect: violated
__global__ void both(int *a, int *b)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    cooperative_groups::this_grid().sync(); //~ invalid-argument
    b[blockIdx.x * blockDim.x + threadIdx.x] = a[0];
}

void run(int *a, int *b)
{
    both<<<64, 256>>>(a, b);
}

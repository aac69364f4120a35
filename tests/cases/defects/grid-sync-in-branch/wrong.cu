// synccheck, cooperative groups: only some blocks wait for the grid.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>

// expect: violated
__global__ void first_block(int *a)
{
    if (blockIdx.x == 0)
        cooperative_groups::this_grid().sync(); //~ barrier-divergence with exit
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

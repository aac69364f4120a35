// All of them.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>

// expect: proved
__global__ void first_block(int *a)
{
    cooperative_groups::this_grid().sync();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

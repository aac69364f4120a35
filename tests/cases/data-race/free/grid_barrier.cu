// The barrier is the grid's.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

// expect: proved
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i;
    cooperative_groups::this_grid().sync();
    out[i] = a[127 - i];
}

// After the grid's barrier the array is the other one.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

// expect: proved
__global__ void k(int *a, int *b)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i;
    cooperative_groups::this_grid().sync();
    b[i] = a[127 - i];
    cooperative_groups::this_grid().sync();
    a[i] = b[127 - i];
}

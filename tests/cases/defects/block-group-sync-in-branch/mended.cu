// All of it.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>

// expect: proved
__global__ void first_warp(int *a)
{
    auto block = cooperative_groups::this_thread_block();
    block.sync();
    a[threadIdx.x] = 1;
}

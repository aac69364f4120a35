// synccheck, cooperative groups: only a part of the block waits.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>

// expect: violated
__global__ void first_warp(int *a)
{
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() < 32)
        block.sync(); //~ barrier-divergence with exit
    a[threadIdx.x] = 1;
}

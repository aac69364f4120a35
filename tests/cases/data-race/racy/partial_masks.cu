// Warp barriers for some of the lanes order no others.
// kverify-test: block=32 grid=1
#include <cooperative_groups.h>

// expect: violated
__global__ void other_half(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x; // @put
    if (threadIdx.x < 16)
        __syncwarp(0x0000ffff);
    else
        __syncwarp(0xffff0000);
    out[threadIdx.x] = s[31 - threadIdx.x]; //~ data-race warp shared read-write with @put
}

// expect: violated
__global__ void too_small_tile(int *out)
{
    __shared__ int s[32];
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    unsigned t = threadIdx.x;
    s[t] = t; // @own
    tile.sync();
    out[t] = s[t ^ 8]; //~ data-race warp shared read-write with @own
}

// expect: violated
__global__ void without(int *out)
{
    __shared__ int s[16];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = threadIdx.x; // @first
        out[threadIdx.x] = s[15 - threadIdx.x]; //~ data-race warp shared read-write with @first
        __syncwarp(0x0000ffff);
    }
}

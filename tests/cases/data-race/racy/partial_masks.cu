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

// Lanes that leave take no part in the barrier: what they stored is not ordered with what follows it.
// expect: violated
__global__ void left_before(int *out)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    s[t] = 1; // @going
    if (t >= 16)
        return;
    __syncwarp();
    s[t + 16] = 2; //~ data-race warp shared write-write with @going
}

// Some lanes go through the barrier, the others leave after it, without it.
// expect: violated
__global__ void passed_by(int *out)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    if (t == 1)
        __syncwarp();
    if (t < 2)
        s[7] = t; //~ data-race warp shared write-write
}

// Two barriers later it is no better.
// expect: violated
__global__ void two_barriers_later(int *out)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    if (t >= 16) {
        out[t] = s[t - 16]; // @last_look
        return;
    }
    __syncwarp();
    out[t] = t;
    __syncwarp();
    s[t] = t; //~ data-race warp shared read-write with @last_look
}

// Who leaves the loop early reads what the others still write.
// expect: violated
__global__ void leaves_the_loop(int *out, const int *rounds)
{
    __shared__ int s[32];
    unsigned t = threadIdx.x;
    int n = rounds[t];
    for (int i = 0; i < n; ++i) {
        s[t] = i; // @round
        __syncwarp();
    }
    out[t] = s[t ^ 1]; //~ data-race warp shared read-write with @round
}

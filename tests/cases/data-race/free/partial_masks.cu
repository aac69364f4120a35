// Warp barriers for some of the lanes.
// kverify-test: block=64 grid=2
#include <cooperative_groups.h>

// expect: proved
__global__ void lower_half(int *out)
{
    __shared__ int s[2][16];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane < 16) {
        s[warp][lane] = lane;
        __syncwarp(0x0000ffff);
        out[blockIdx.x * 32 + warp * 16 + lane] = s[warp][15 - lane];
    }
}

// Each half by itself.
// expect: proved
__global__ void both_halves(int *out)
{
    __shared__ int s[64];
    int lane = threadIdx.x % 32, first = threadIdx.x - lane;
    s[threadIdx.x] = lane;
    if (lane < 16) {
        __syncwarp(0x0000ffffu);
        out[blockIdx.x * 64 + threadIdx.x] = s[first + 15 - lane];
    } else {
        __syncwarp(0xffff0000u);
        out[blockIdx.x * 64 + threadIdx.x] = s[first + 47 - lane];
    }
}

// expect: proved
__global__ void tiles(int *out)
{
    __shared__ int s[64];
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    unsigned t = threadIdx.x;
    s[t] = t;
    tile.sync();
    int next = s[t / 8 * 8 + (t + 1) % 8];
    tile.sync();
    s[t] = next;
    tile.sync();
    out[blockIdx.x * 64 + t] = s[t / 8 * 8];
}

// What a larger tile waits for a smaller one needs no more.
// expect: proved
__global__ void tiles_of_tiles(int *out)
{
    __shared__ int s[64];
    auto sixteen = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    auto four = cooperative_groups::tiled_partition<4>(sixteen);
    unsigned t = threadIdx.x;
    s[t] = t;
    sixteen.sync();
    int far = s[t ^ 12];
    sixteen.sync();
    s[t] = far;
    four.sync();
    out[blockIdx.x * 64 + t] = s[t ^ 3];
}

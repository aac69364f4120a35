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

// Lanes beyond the data leave before they touch anything.
// expect: proved
__global__ void nothing_to_do(int *out, int n)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * 64 + t;
    if (i >= n)
        return;
    s[t] = out[i];
    __syncwarp();
    out[i] = s[t - t % 32] + s[t];
}

// Lanes leave a loop at different times, but each keeps to its own place.
// expect: proved
__global__ void own_place_in_a_loop(int *out, const int *rounds)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    int n = rounds[t];
    for (int i = 0; i < n; ++i) {
        s[t] = i;
        __syncwarp();
    }
    out[blockIdx.x * 64 + t] = s[t]; //~ warning uninitialised-read
}

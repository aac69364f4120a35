// As in racy/warp.cu, but all that the mask names come.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>
#define ALL 0xffffffffu

// expect: proved
__global__ void all_take_part(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0;
    v += __shfl_down_sync(ALL, v, 1);
    out[i] = v;
}

// Who has left is not waited for.
// expect: proved
__global__ void left(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = in[i];
    for (int by = 16; by > 0; by >>= 1)
        v += __shfl_down_sync(ALL, v, by);
    out[i] = v;
}

// A whole warp.
// expect: proved
__global__ void first_warp(const float *in, float *out)
{
    float v = in[threadIdx.x];
    if (threadIdx.x < 32) {
        v += __shfl_xor_sync(ALL, v, 1);
        out[blockIdx.x * 32 + threadIdx.x] = v;
    }
}

// expect: proved
__global__ void halves(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x % 32 < 16)
        v += __shfl_xor_sync(0xffff, v, 8);
    else
        v += __shfl_xor_sync(0xffff0000, v, 8);
    out[i] = v;
}

// expect: proved
__global__ void quads(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int v = in[i];
    unsigned mask = 0xfu << (lane & ~3);
    if (lane / 4 % 2)
        v = __shfl_sync(mask, v, lane & ~3);
    out[i] = v;
}

// The vote says who comes.
// expect: proved
__global__ void voted(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(ALL, i < n);
    if (i < n) {
        float v = in[i];
        for (int by = 16; by > 0; by >>= 1)
            v += __shfl_down_sync(mask, v, by);
        out[i] = v;
    }
}

// expect: proved
__global__ void active(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (v > 3) {
        unsigned mask = __activemask();
        out[i] = __shfl_sync(mask, v, __ffs(mask) - 1);
    }
}

// expect: proved
__global__ void coalesced(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (v > 3) {
        auto group = cooperative_groups::coalesced_threads();
        out[i] = group.shfl(v, 0);
    }
}

// Whole tiles.
// expect: proved
__global__ void every_other_tile(const int *in, int *out)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (tile.meta_group_rank() % 2) {
        for (int by = 4; by > 0; by >>= 1)
            v += tile.shfl_down(v, by);
    }
    out[i] = v;
}

// Whole warps part.
// expect: proved
__global__ void warps_part_at_a_barrier(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / 32 % 2)
        __syncwarp();
    out[i] = __any_sync(ALL, in[i]);
}

// Those that vote have been at the barrier.
// expect: proved
__global__ void barrier_before_the_vote(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncwarp();
    int v = __any_sync(ALL, in[i]);
    if (i < n)
        out[i] = v;
}

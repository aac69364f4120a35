// Lanes that a mask names and that do not come, masks that do not fit, and numbers of lanes that there are not.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>
#define ALL 0xffffffffu

// Those past the end go round the shuffle and on.
// expect: violated
__global__ void past_the_end(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    if (i < n) {
        v = in[i];
        v += __shfl_down_sync(ALL, v, 1); //~ divergent-collective
    }
    out[i] = v;
}

// expect: violated
__global__ void part_of_a_warp(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    if (threadIdx.x < blockDim.x / 32)
        v += __shfl_down_sync(ALL, v, 1); //~ divergent-collective
    out[i] = v;
}

// Both halves wait, each for the other.
// expect: violated
__global__ void elsewhere(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2) {
        out[i] = __any_sync(ALL, in[i]); //~ divergent-collective
        return;
    }
    out[i] = __all_sync(ALL, in[i]); //~ divergent-collective
}

// expect: violated
__global__ void not_in_its_mask(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ballot_sync(0xffff, in[i]); //~ divergent-collective
}

// expect: violated
__global__ void different_masks(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = threadIdx.x % 2 ? ALL : 0x55555555u;
    out[i] = __shfl_xor_sync(mask, in[i], 2); //~ divergent-collective
}

// expect: violated
__global__ void no_such_width(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_xor_sync(ALL, in[i], 2, 12); //~ divergent-collective
}

// expect: violated
__global__ void source_outside_of_the_mask(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x % 32 < 16)
        v = __shfl_sync(0xffff, v, 20); //~ divergent-collective
    out[i] = v;
}

// The vote was about one lane more.
// expect: violated
__global__ void other_condition(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    unsigned mask = __ballot_sync(ALL, i < n);
    if (i < n - 1) {
        v = in[i];
        v += __shfl_down_sync(mask, v, 1); //~ divergent-collective
    }
    out[i] = v;
}

// Active before the branch is not active in it.
// expect: violated
__global__ void too_early(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    unsigned mask = __activemask();
    if (v > 3)
        v = __shfl_sync(mask, v, 0); //~ divergent-collective
    out[i] = v;
}

// Lanes leave the loop in different iterations.
// expect: violated
__global__ void uneven(const int *in, int *out, int n)
{
    int v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        v += in[i];
        v += __shfl_xor_sync(ALL, v, 1); //~ divergent-collective
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// expect: violated
__global__ void part_of_a_tile(const int *in, int *out)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (tile.thread_rank() < 3)
        v += tile.shfl_xor(v, 1); //~ divergent-collective
    out[i] = v;
}

// The others wait at the block's barrier.
// expect: violated
__global__ void warp_barrier(int *out)
{
    if (threadIdx.x % 2)
        __syncwarp(); //~ divergent-collective
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Odd lanes wait for the even ones, which wait at the vote.
// expect: violated
__global__ void barrier_and_vote(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2)
        __syncwarp(); //~ divergent-collective
    out[i] = __any_sync(ALL, in[i]);
}

// expect: violated
__global__ void barrier_or_shuffle(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x % 2)
        __syncwarp(); //~ divergent-collective
    else
        v = __shfl_sync(ALL, v, 0); //~ divergent-collective
    out[i] = v;
}

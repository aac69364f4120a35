// Cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// kverify: block=64 grid=4
__global__ void rotate_free(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[block.thread_rank()] = in[i];
    block.sync();
    out[i] = tile[(threadIdx.x + 1) % 64];
}

// kverify: block=64 grid=4
__global__ void rotate_racy(const int *in, int *out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[block.thread_rank()] = in[i];
    out[i] = tile[(threadIdx.x + 1) % 64];
}

// kverify: block=64 grid=4
__global__ void tiles_free(int *out) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int tile[64];
    tile[threadIdx.x] = warp.shfl_down((int)threadIdx.x, 1);
    warp.sync();
    int other = tile[threadIdx.x / 32 * 32 + (threadIdx.x + 1) % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = other + warp.thread_rank();
}

// kverify: block=64 grid=4
__global__ void tiles_racy(int *out) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int tile[64];
    tile[threadIdx.x] = warp.size();
    warp.sync();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x + 32) % 64];
}

// kverify: block=64 grid=4
__global__ void grid_free(int *data) {
    cg::grid_group grid = cg::this_grid();
    data[grid.thread_rank()] = 1;
    grid.sync();
    data[(grid.thread_rank() + 1) % 256] = 2;
}

// kverify: block=64 grid=4
__global__ void grid_racy(int *data) {
    cg::grid_group grid = cg::this_grid();
    data[grid.thread_rank()] = 1;
    cg::this_thread_block().sync();
    data[(grid.thread_rank() + 1) % 256] = 2;
}

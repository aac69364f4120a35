// A tile of a tile is numbered within that one.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void both_numbers(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto tile = cg::tiled_partition<8>(warp);
    out[32 * warp.meta_group_rank() + 8 * tile.meta_group_rank() + tile.thread_rank()] = threadIdx.x;
}

// The number within the warp alone is that of two threads.
// expect: violated
__global__ void inner_number(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto tile = cg::tiled_partition<8>(warp);
    out[8 * tile.meta_group_rank() + tile.thread_rank()] = threadIdx.x; //~ data-race block global write-write
}

// A tile of any parent remembers what it is a part of.
// expect: violated
__global__ void of_any_parent(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    out[8 * tile.meta_group_rank() + tile.thread_rank()] = threadIdx.x; //~ data-race block global write-write
}

// expect: proved
__global__ void of_the_block(int *out)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    out[8 * tile.meta_group_rank() + tile.thread_rank()] = threadIdx.x;
}

// expect: proved
__global__ void sizes(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto tile = cg::tiled_partition<8>(warp);
    if (tile.meta_group_size() != 4 || warp.meta_group_size() != 2)
        out[0] = threadIdx.x;
}

// Tiles of several warps, with the block's memory for them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// kverify-test: block=128 grid=2
// expect: proved
__global__ void kernel(int *out)
{
    __shared__ cg::block_tile_memory<128> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<32>(block);
    __shared__ int s[128];
    s[threadIdx.x] = 1;
    tile.sync();
    out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x / 32 * 32 + (threadIdx.x + 1) % 32];
}

// The next tile's cells, after the block's barrier.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// kverify-test: block=128 grid=2
// expect: proved
__global__ void kernel(int *out)
{
    __shared__ cg::block_tile_memory<128> memory;
    auto block = cg::this_thread_block(memory);
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    block.sync();
    out[blockIdx.x * 128 + threadIdx.x] = s[(threadIdx.x + 32) % 128];
}

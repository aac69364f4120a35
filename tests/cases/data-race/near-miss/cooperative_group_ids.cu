// Rank in the block and index of the block, put together.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// expect: proved
__global__ void k(int *out)
{
    auto block = cg::this_thread_block();
    out[block.group_index().x * block.size() + block.thread_rank()] = 1;
}

// The rank in the block is not the rank in the grid.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// expect: violated
__global__ void k(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    out[block.thread_rank()] = blockIdx.x; //~ data-race grid global write-write
}

// Rows that are launched, and told apart by ranks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void launched_in_rows(int *out) {
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();
    tile[block.thread_rank()] = threadIdx.x;
    block.sync();
    if (block.thread_rank() == 0) out[blockIdx.x] = tile[1];
}

void host(int *p) {
    launched_in_rows<<<4, dim3(32, 2)>>>(p);
}

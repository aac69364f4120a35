// Ranks beside places in one dimension, where that is not the block's only one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void launched_in_rows(int *out) {
    __shared__ int tile[32];
    cg::thread_block block = cg::this_thread_block();
    tile[threadIdx.x] = block.thread_rank(); //~ data-race block shared write-write
    block.sync();
    if (block.thread_rank() == 0) out[blockIdx.x] = tile[0];
}

void host(int *p) {
    launched_in_rows<<<4, dim3(32, 2)>>>(p);
}

// expect: violated
__global__ void asks_for_rows(int *out) {
    __shared__ int tile[1024];
    cg::thread_block block = cg::this_thread_block();
    tile[threadIdx.x] = threadIdx.y; //~ data-race block shared write-write
    block.sync();
    if (block.thread_rank() == 0) out[blockIdx.x] = tile[0];
}

// expect: violated
__global__ void without_a_barrier(int *out) {
    __shared__ int tile[1024];
    cg::thread_block block = cg::this_thread_block();
    tile[threadIdx.x] = 1; // @put
    if (block.thread_rank() == 0) out[blockIdx.x] = tile[1]; //~ data-race block shared read-write with @put
}

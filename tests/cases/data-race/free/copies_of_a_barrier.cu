// Copies that a barrier waits for: done when the phase is complete that their threads arrived in.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: proved
__global__ void each_its_own(int *out, const int *in) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), ready);
    ready.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// expect: proved
__global__ void tiles(int *out, const int *in, int n) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&ready, block.size());
    block.sync();
    for (int i = 0; i < n; ++i) {
        cuda::memcpy_async(block, tile, in + 64 * i, sizeof(int) * 64, ready);
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[63 - threadIdx.x];
        block.sync();
    }
}

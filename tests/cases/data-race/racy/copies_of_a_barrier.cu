// Copies that a barrier waits for, used too early, or begun again too early.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Nobody waits for the phase, but for the block.
// expect: violated
__global__ void not_waited_for(int *out, const int *in) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), ready); // @copy
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @copy
    ready.arrive_and_wait();
}

// expect: violated
__global__ void tiles(int *out, const int *in, int n) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        cuda::memcpy_async(&tile[threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int), ready); // @next
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[63 - threadIdx.x]; //~ data-race block shared read-write with @next
    }
}

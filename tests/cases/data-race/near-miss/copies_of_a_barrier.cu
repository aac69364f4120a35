// As the racy ones, but waited for before and after.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: proved
__global__ void tiles(int *out, const int *in, int n) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        cuda::memcpy_async(&tile[threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int), ready);
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[63 - threadIdx.x];
        ready.arrive_and_wait();
    }
}

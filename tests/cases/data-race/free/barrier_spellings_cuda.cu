// All spellings of the block's barrier.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int x = s[63 - t];
    int all = __syncthreads_and(x > 0);
    s[t] = x + all;
    int any = __syncthreads_or(x > 62);
    x = s[63 - t];
    int some = __syncthreads_count(x > 3);
    s[t] = x + any + some;
    cg::thread_block block = cg::this_thread_block();
    block.sync();
    x = s[63 - t];
    cg::sync(block);
    s[t] = x;
    out[blockIdx.x * 64 + t] = s[t];
}

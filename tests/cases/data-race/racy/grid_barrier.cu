// The barrier is the block's, the reader is in another block.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>

// expect: violated
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i; // @put
    cooperative_groups::this_thread_block().sync();
    out[i] = a[127 - i]; //~ data-race grid global read-write with @put
}

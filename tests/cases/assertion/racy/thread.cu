// Thread 63 reaches the assertion with a neighbour that is not there.
// kverify-test: block=64 grid=2
#include <cassert>

// expect: violated
__global__ void k(int *out)
{
    int next = threadIdx.x + 1;
    assert(next < 64); //~ assertion
    out[blockIdx.x * 64 + threadIdx.x] = next;
}

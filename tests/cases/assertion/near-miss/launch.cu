// What is asked of a launch that is not fixed is up to the callers.
#include <cassert>

// expect: proved
__global__ void k(int *out)
{
    assert(blockDim.x == 256);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

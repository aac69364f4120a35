// How many lanes a wavefront has is the device's.

#include <hip/hip_runtime.h>

// A place for each wavefront: whether 32 or 64, the same.
// expect: suspect
__global__ void by_wavefront(int *sums, const int *in)
{
    int lane = threadIdx.x % warpSize;
    if (lane == 0)
        sums[threadIdx.x / warpSize] = in[threadIdx.x]; //~ data-race block global write-write //~ data-race grid global write-write
}

// Right for 32 lanes and for 64, but not for every device: nothing is said to be proved by the number of lanes.
// expect: proved
__global__ void by_thread(int *sums, const int *in)
{
    if (threadIdx.x % 64 == 0)
        sums[threadIdx.x / 64 + blockIdx.x * 16] = in[threadIdx.x];
}

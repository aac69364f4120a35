// HIP without a header: what it is says the file's name.

// A place for each wavefront: whether 32 or 64 lanes, the same.
// expect: suspect
__global__ void by_wavefront(int *sums, const int *in)
{
    int lane = threadIdx.x % warpSize;
    if (lane == 0)
        sums[threadIdx.x / warpSize] = in[threadIdx.x]; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: proved
__global__ void by_thread(int *sums, const int *in)
{
    sums[hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x] = in[hipThreadIdx_x];
}

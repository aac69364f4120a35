// What a warp decides together, a block of one warp does.

// kverify: block=32 grid=1
// expect: proved
__global__ void by_a_vote(int *out, const int *in)
{
    if (__any_sync(~0u, in[threadIdx.x]))
        __syncthreads();
    out[threadIdx.x] = 1;
}

// kverify: block=32 grid=1
// expect: proved
__global__ void by_the_first_lane(int *out, const int *in)
{
    int n = __shfl_sync(~0u, in[threadIdx.x], 0);
    for (int i = 0; i < n; i++)
        __syncthreads();
    out[threadIdx.x] = n;
}

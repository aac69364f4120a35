// kverify: block=64 grid=1
// expect: violated
__global__ void by_votes_of_two(int *out, const int *in)
{
    if (__any_sync(~0u, in[threadIdx.x]))
        __syncthreads(); //~ barrier-divergence with exit
    out[threadIdx.x] = 1;
}

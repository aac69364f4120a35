// The upper half of the block writes the lower half's cells.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t <= 32)
        s[t] = 1; // @low
    if (t >= 32)
        s[t - 32] = 2 + t; // @high
    //~ data-race block shared write-write with @low
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

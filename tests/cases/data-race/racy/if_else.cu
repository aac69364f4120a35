// Both branches write the same cell.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t % 3 == 0)
        s[t] = 1; // @third
    else
        s[t - t % 3] = 2 + t;
    //~ data-race block shared write-write with @third
    //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

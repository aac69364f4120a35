// The mask is one bit short.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t & 31] = t; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

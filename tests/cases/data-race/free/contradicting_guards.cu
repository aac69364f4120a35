// The guards divide the block.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32)
        s[t] = 1;
    else
        s[t] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

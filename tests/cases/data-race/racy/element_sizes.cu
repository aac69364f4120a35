// Two shorts in the place of one int.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    short *half = (short *)s;
    int t = threadIdx.x;
    s[t] = t; // @int
    half[t] = t + 100; //~ data-race block shared write-write with @int
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

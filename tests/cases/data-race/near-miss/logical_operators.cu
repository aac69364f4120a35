// The left operand keeps the right one from being read.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t > 63 && s[t - 64] > 0)
        out[blockIdx.x * 64 + t] = 1;
    if (t < 64 || s[0] > 0)
        out[blockIdx.x * 64 + t] = 2;
}

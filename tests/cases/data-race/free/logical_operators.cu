// The right operand is one's own cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 63 && s[t] > 0 || s[t] == -1)
        out[blockIdx.x * 64 + t] = 1;
}

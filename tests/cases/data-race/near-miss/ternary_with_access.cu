// The operand that would race is the one that is not evaluated.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    if (t % 2 == 0)
        s[t] = t;
    int x = t % 2 == 0 ? s[t] : t == 64 ? s[t - 1] : 0;
    out[blockIdx.x * 64 + t] = x;
}

// Both operands are one's own.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[2][64];
    int t = threadIdx.x;
    s[0][t] = t;
    s[1][t] = 2 * t;
    int x = t % 2 == 0 ? s[0][t] : s[1][t];
    out[blockIdx.x * 64 + t] = x;
}

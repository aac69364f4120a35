// Sums by shuffles, one cell a warp.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    int x = in[blockIdx.x * 64 + threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, d);
    if (threadIdx.x % 32 == 0)
        out[blockIdx.x * 2 + threadIdx.x / 32] = x;
}

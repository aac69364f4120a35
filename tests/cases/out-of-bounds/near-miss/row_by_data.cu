// kverify-test: block=64 grid=1
// expect: proved

__global__ void row_by_four_bits(int *out, const int *in, int n)
{
    __shared__ int counts[16][64];
    __shared__ int padded[65];
    int t = threadIdx.x;
    for (int i = 0; i < 16; i++)
        counts[i][t] = 0;
    padded[t] = t;
    if (t == 0)
        padded[64] = 64;
    counts[in[t] & 15][t] += 1;
    __syncthreads();
    // Nothing bounds `n`: what it is for does not stand here.
    out[t] = counts[0][t] + padded[t + (in[t] & 1)] + padded[(n & 31) + t / 2];
}

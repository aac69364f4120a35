// Different iterations, different rows.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[8][64];
    int t = threadIdx.x;
    for (int i = 0; i < 8; ++i)
        s[i][(t + i) % 64] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t % 8][t];
}

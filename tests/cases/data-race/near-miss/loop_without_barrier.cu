// Triangular: thread t only fills the columns up to t of its own row.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64 * 65 / 2];
    int t = threadIdx.x;
    for (int i = 0; i <= t; ++i)
        s[t * (t + 1) / 2 + i] = i;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

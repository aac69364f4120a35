// One barrier is enough for two buffers in turn.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    __shared__ int s[2][64];
    int t = threadIdx.x;
    int x = 0;
    for (int i = 0; i < n; ++i) {
        s[i % 2][t] = x + t;
        __syncthreads();
        x += s[i % 2][63 - t];
    }
    out[blockIdx.x * 64 + t] = x;
}

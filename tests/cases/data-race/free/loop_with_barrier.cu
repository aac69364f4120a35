// A barrier on both sides of the read.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int x = 0;
    for (int i = 0; i < n; ++i) {
        s[t] = x + t;
        __syncthreads();
        x += s[63 - t];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = x;
}

// The work is guarded, and nobody leaves before the last barrier.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void guarded(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    out[i] = s[63 - t];
}

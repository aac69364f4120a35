// In lock-step, all lanes have read before any writes.
// kverify-test: block=64 grid=1 lockstep=32

// expect: proved
__global__ void k(int *out)
{
    volatile __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    if (t < 32) {
        int x = s[t] + s[t + 16];
        s[t] = x;
    }
    __syncthreads();
    out[t] = s[t];
}

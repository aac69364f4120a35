// A warp runs in lock-step no more.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void k(int *out)
{
    volatile __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 16]; //~ data-race block shared read-write
    }
    __syncthreads();
    out[t] = s[t];
}

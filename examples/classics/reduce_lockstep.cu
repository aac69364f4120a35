// The classic last warp without barriers: right only where warps run in lock-step.
// kverify-test: lockstep=32

// expect: proved
// kverify: block=256
__global__ void reduce_last_warp_lockstep(const int *in, int *sums, unsigned n)
{
    __shared__ volatile int s[256];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

// `t - 1` wraps to 2^32 - 1 for thread 0, so the guard keeps it out.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    unsigned left = t - 1;
    if (left < 63)
        s[left] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

// After an early return the caller goes on.
// kverify-test: block=64 grid=2

__device__ int pick(const int *s, int t)
{
    if (t == 0)
        return 0;
    return s[t - 1];
}

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    int left = pick(s, threadIdx.x);
    __syncthreads();
    s[threadIdx.x] = left;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// Backwards through the lower half, forwards through the upper.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int *middle = s + 64;
    int t = threadIdx.x;
    middle[-t - 1] = t;
    middle[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t] + s[t + 64];
}

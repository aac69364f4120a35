// The branch that would race is not compiled in.
// kverify-test: block=64 grid=2

constexpr bool DOUBLE = false;

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = t;
    if constexpr (DOUBLE)
        s[t + 1] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

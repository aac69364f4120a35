// A parameter decides, and it decides the same for all.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int forward)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (forward)
        s[t] = t;
    if (!forward)
        s[63 - t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

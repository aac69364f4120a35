// Pairs of shorts are read as ints after a barrier.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ short s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t < 32)
        out[blockIdx.x * 32 + t] = ((int *)s)[t];
}

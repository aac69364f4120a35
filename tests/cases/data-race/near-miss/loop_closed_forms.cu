// Doubling from two gives even cells, stepping by two from one gives odd ones.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t == 0)
        for (int i = 2; i < 256; i *= 2)
            s[i] = 1;
    if (t == 1)
        for (int i = 1; i < 256; i += 2)
            s[i] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t]; //~ warning uninitialised-read
}

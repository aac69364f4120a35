// Doubling and stepping by two meet.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t == 0)
        for (int i = 1; i < 256; i <<= 1)
            s[i] = 1; // @double
    if (t == 1)
        for (int i = 0; i < 256; i += 2)
            s[i] = 2; //~ data-race block shared write-write with @double
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

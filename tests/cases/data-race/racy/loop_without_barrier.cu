// Threads are in different iterations at the same time.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64 + 8];
    int t = threadIdx.x;
    for (int i = 0; i < 8; ++i)
        s[t + i] = t; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

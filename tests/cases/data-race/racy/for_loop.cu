// The loop writes one cell too many: the next thread has it too.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64 * 4 + 1];
    int t = threadIdx.x;
    for (int i = 0; i <= 4; ++i)
        s[t * 4 + i] = t; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

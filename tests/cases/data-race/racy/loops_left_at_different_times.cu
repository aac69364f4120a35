// Each thread stops somewhere else and writes where it stopped.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *in, int *out)
{
    __shared__ int s[64];
    int i = 0;
    while (i < 63 && in[threadIdx.x * 64 + i] > 0)
        ++i;
    s[i] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

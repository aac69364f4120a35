// Each thread stops somewhere else and says so in its own cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    __shared__ int s[64];
    int i = 0;
    while (i < 63 && in[threadIdx.x * 64 + i] > 0)
        ++i;
    s[threadIdx.x] = i;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

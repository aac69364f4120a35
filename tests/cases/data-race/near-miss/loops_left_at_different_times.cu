// Each thread stops somewhere else, but within its own stretch.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    __shared__ int s[64 * 4];
    int i = threadIdx.x * 4;
    int end = i + 3;
    while (i < end && in[i] > 0)
        ++i;
    s[i] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; //~ warning uninitialised-read
}

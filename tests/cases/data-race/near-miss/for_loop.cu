// Counting down over the same stretch, the bounds just fit.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64 * 4 + 1];
    int t = threadIdx.x;
    for (int i = 4; i > 0; --i)
        s[t * 4 + i] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t]; //~ warning uninitialised-read
}

// Only the early return keeps the second thread of each pair away.
// kverify-test: block=64 grid=2

__device__ void put(int *s, int t)
{
    if (t % 2 == 1)
        return;
    s[t / 2] = t;
}

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    put(s, threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; //~ warning uninitialised-read
}

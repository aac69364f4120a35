// The function returns early, but only before everybody's barrier.
// kverify-test: block=64 grid=2

__device__ int pick(int t)
{
    if (t < 7)
        return 1;
    return 2;
}

// expect: proved
__global__ void k(int *out)
{
    int x = pick(threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = x;
}

// The device function returns early for odd threads, not for those that collide.
// kverify-test: block=64 grid=2

__device__ void put(int *s, int t)
{
    if (t % 2 == 1)
        return;
    s[t / 4] = t; //~ data-race block shared write-write
}

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    put(s, threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

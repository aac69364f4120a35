// Each thread gets a slot that nobody else gets.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int n;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    int slot = atomicAdd(&n, 1);
    s[slot] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

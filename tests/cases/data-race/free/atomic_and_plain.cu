// Only atomic additions between the barriers.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    atomicAdd(&n, threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = n;
}

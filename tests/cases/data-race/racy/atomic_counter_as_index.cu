// The counter is read after it was raised, so two threads may see the same.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int n;
    __shared__ int s[128];
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    atomicAdd(&n, 1);
    __syncthreads();
    s[n] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

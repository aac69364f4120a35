// A plain read beside atomic additions.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    atomicAdd(&n, threadIdx.x); // @add
    out[blockIdx.x * 64 + threadIdx.x] = n; //~ data-race block shared atomic-plain with @add
}

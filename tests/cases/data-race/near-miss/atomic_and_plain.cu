// The old value comes from the atomic itself.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    int old = atomicAdd(&n, 1);
    int now = atomicMax(&n, old);
    out[blockIdx.x * 64 + threadIdx.x] = now;
}

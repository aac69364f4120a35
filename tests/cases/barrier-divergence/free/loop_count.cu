// All go round as often as the parameter says.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    for (int i = 0; i < n; ++i)
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = n;
    __syncthreads();
}

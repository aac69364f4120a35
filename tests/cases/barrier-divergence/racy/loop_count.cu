// Each thread goes round as often as its number says.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    for (int i = 0; i < threadIdx.x; ++i)
        __syncthreads(); // @inside
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @inside
}

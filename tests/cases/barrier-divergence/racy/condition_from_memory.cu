// Each thread asks its own cell.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *go, int *out)
{
    if (go[threadIdx.x])
        __syncthreads(); // @inside
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @inside
}

// As many barriers in both branches, but not the same ones.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    if (threadIdx.x < 32)
        __syncthreads(); // @low
    else
        __syncthreads(); //~ barrier-divergence with @low
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

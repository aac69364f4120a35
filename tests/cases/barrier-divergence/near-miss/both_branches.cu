// One branch is for nobody.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    if (threadIdx.x < 64)
        __syncthreads();
    else
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

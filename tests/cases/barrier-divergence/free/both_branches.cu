// The block decides as one.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    if (blockIdx.x < n)
        __syncthreads();
    else
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

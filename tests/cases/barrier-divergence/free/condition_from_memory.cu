// All ask one cell that nobody writes.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *go, int *out)
{
    if (go[0])
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
}

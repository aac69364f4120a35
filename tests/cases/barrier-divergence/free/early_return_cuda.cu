// The work is guarded, the barrier is not.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    __syncthreads();
    if (blockIdx.x * 64 + threadIdx.x < n)
        out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Since compute capability 7.0, threads that have left are not waited for: only a warning.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    if (blockIdx.x * 64 + threadIdx.x >= n)
        return;
    __syncthreads(); //~ warning barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

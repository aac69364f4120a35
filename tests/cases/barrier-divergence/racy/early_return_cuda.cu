// Before compute capability 7.0, a thread that has left is missed.
// kverify-test: block=64 grid=2 arch=60

// expect: violated
__global__ void k(int *out, int n)
{
    if (blockIdx.x * 64 + threadIdx.x >= n)
        return;
    __syncthreads(); //~ barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

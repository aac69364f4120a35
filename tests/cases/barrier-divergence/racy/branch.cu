// Only half of the block comes to the barrier; the other half goes on to the next one.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    if (threadIdx.x % 2 == 0)
        __syncthreads(); // @half
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @half
}

// One barrier for both branches.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int x;
    if (threadIdx.x % 2 == 0)
        x = 1;
    else
        x = 2;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = x;
}

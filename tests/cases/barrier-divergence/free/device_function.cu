// All call it.
// kverify-test: block=64 grid=2

__device__ int wait_and_add(int x, int y)
{
    __syncthreads();
    return x + y;
}

// expect: proved
__global__ void k(int *out)
{
    int x = threadIdx.x < 7 ? 1 : 2;
    out[blockIdx.x * 64 + threadIdx.x] = wait_and_add(x, x);
}

// The condition looks like one of the thread, but holds for all.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    if (threadIdx.x < blockDim.x)
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
}

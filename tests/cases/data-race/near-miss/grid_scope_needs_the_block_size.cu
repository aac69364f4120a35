// The last thread of each block keeps out.
// kverify-test: block=65

// expect: proved
__global__ void k(int *out)
{
    if (threadIdx.x < 64)
        out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x;
}

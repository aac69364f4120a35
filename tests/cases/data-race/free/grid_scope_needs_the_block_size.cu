// The stretches are as long as the blocks.
// kverify-test: block=65

// expect: proved
__global__ void k(int *out)
{
    out[blockIdx.x * 65 + threadIdx.x] = blockIdx.x;
}

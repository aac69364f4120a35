// The stretches are of 64 cells, and so are the blocks.
// kverify-test: block=64

// expect: proved
__global__ void k(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x;
}

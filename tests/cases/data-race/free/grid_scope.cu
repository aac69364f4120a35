// Each block has its stretch.

// expect: proved
__global__ void k(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

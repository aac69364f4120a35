// The stride is the block.

// expect: proved
__global__ void k(int *out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[blockIdx.x * n + i] = i;
        i += blockDim.x;
    }
}

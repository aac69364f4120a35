// The stride is one short of the block.

// expect: violated
__global__ void k(int *out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[blockIdx.x * n + i] = i + threadIdx.x; //~ data-race block global write-write
        i += blockDim.x - 1;
    }
}

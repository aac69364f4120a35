// The barrier orders the block, not the grid.
// kverify-test: block=64

// expect: violated
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i; // @put
    __syncthreads();
    out[i] = a[i ^ 64]; //~ data-race grid global read-write with @put
}

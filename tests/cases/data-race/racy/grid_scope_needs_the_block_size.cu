// The stretches are of 64 cells, but the blocks are of 65 threads.
// kverify-test: block=65

// expect: violated
__global__ void k(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

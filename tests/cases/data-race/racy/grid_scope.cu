// Every block writes the first cells.

// expect: violated
__global__ void k(int *out)
{
    out[threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

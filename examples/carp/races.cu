// CARP D2.2.B, section 3.1, in CUDA.

// expect: violated
// kverify: block=64
__global__ void parity_cells(int *out)
{
    __shared__ int even, odd;
    int me = threadIdx.x;
    if (me % 2 == 0)
        even = me; //~ data-race block shared write-write
    else
        odd = me; //~ data-race block shared write-write
    __syncthreads();
    if (me == 0)
        out[blockIdx.x] = even + odd;
}

// expect: violated
__global__ void parity_cells_global(int *even, int *odd)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    if (me % 2 == 0)
        *even = me; //~ data-race block global write-write //~ data-race grid global write-write
    else
        *odd = me; //~ data-race block global write-write //~ data-race grid global write-write
}

// Every block's first thread reports the same number: a race, but one that cannot be seen.
// expect: proved
__global__ void raise_flag(int *flag)
{
    if (threadIdx.x == 0)
        *flag = 1; //~ warning data-race grid global write-write
}

// CL-Vis, listings 1 and 2, in CUDA, where a block barrier orders both memories.

// expect: violated
__global__ void sum_of_next_two(int *cells)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    cells[me] = cells[me + 1] + cells[me + 2]; // @sum
    //~ data-race block global read-write with @sum x2
    //~ data-race grid global read-write with @sum x2
}

// expect: violated
__global__ void sum_of_next_two_barrier(int *cells)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int one = cells[me + 1]; // @one
    int two = cells[me + 2]; // @two
    __syncthreads();
    cells[me] = one + two;
    //~ data-race grid global read-write with @one
    //~ data-race grid global read-write with @two
}

// Within one block, the barrier is all it takes.
// expect: proved
// kverify: block=128 grid=1
__global__ void sum_of_next_two_one_block(int *cells)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int one = cells[me + 1];
    int two = cells[me + 2];
    __syncthreads();
    cells[me] = one + two;
}

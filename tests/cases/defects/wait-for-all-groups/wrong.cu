// A barrier of the grid by hand: blocks that the device has no room for never come.

// expect: violated
__global__ void all_blocks(int *arrived, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) { } //~ non-terminating-loop
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void run(int *arrived, int *out)
{
    all_blocks<<<100000, 256>>>(arrived, out);
}

// Nothing is known of the launch.

// A partner for each block: of an odd number of blocks one has none, and callers know.
// expect: proved
__global__ void in_pairs(int *flags, int *out)
{
    if (threadIdx.x == 0) {
        atomicExch(&flags[blockIdx.x], 1);
        while (atomicAdd(&flags[blockIdx.x ^ 1], 0) == 0) { }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A loop with a barrier in it: all threads of the block go round together.

// kverify-test: lockstep=32

// expect: proved
__global__ void relax(int *value, int rounds)
{
    __shared__ int changed;
    int mine = blockIdx.x * blockDim.x + threadIdx.x;
    int left = rounds;
    do {
        __syncthreads();
        if (threadIdx.x == 0)
            changed = left > 0;
        __syncthreads();
        value[mine] += 1;
        left--;
    } while (changed != 0);
}

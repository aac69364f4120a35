// Loops whose exit depends on memory that others change, and that every schedule leaves.

// kverify-test: lockstep=32

// A compare-and-swap that fails has let another thread go on.
// expect: proved
__global__ void optimistic(unsigned *cell, unsigned by)
{
    unsigned seen = 0;
    unsigned assumed;
    do {
        assumed = seen;
        seen = atomicCAS(cell, assumed, assumed + by);
    } while (seen != assumed);
}

// Every thread moves the counter on.
// expect: proved
__global__ void counter(int *next, int n, int *out)
{
    while (atomicAdd(next, 1) < n)
        atomicAdd(out, 1);
}

// A list that is followed to its end.
// expect: proved
__global__ void list(const int *next, int *length, int start)
{
    int steps = 0;
    for (int at = start; at >= 0; at = next[at])
        steps++;
    length[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}

// The flag is set before the loop.
// expect: proved
__global__ void set_before(int *flag, int *out)
{
    if (threadIdx.x == 0)
        atomicExch(&flag[blockIdx.x], 1);
    while (atomicAdd(&flag[blockIdx.x], 0) == 0) { }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Nobody in this kernel sets the flag: another kernel or the host does.
// expect: proved
__global__ void from_outside(int *flag, int *out)
{
    while (atomicAdd(flag, 0) == 0) { }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The flag comes from the block before, as in a chained scan.
// expect: proved
__global__ void from_another_block(int *done, int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (atomicAdd(&done[blockIdx.x - 1], 0) == 0) { }
        out[blockIdx.x] = 1;
        __threadfence();
        atomicExch(&done[blockIdx.x], 1);
    }
}

// A flag that another lane of the warp sets, in code that does not come before the loop.

// kverify-test: lockstep=32

// Devices may take the two ways in either order.
// expect: violated
// today: suspect, because replay takes the ways of a branch in source order
__global__ void other_branch(int *flag, int *out)
{
    if (threadIdx.x == 0)
        atomicExch(&flag[blockIdx.x], 1);
    else
        while (atomicAdd(&flag[blockIdx.x], 0) == 0) { } //~ non-terminating-loop
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Each lane waits for the one before it.
// expect: violated
__global__ void chain(int *done, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0)
        while (atomicAdd(&done[i - 1], 0) == 0) { } //~ non-terminating-loop
    out[i] = i;
    atomicExch(&done[i], 1);
}

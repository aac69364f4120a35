// A thread's place in its warp counts all dimensions of a block; that is no word of a second one.

// expect: proved
__global__ void lanes(int *a)
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    a[blockIdx.x * blockDim.x + threadIdx.x] = lane;
}

// kverify-test: block=64 grid=4

// One of the inputs is the thread's, and the instruction is asked again with the block's alone.
// expect: proved
__global__ void again(int *out)
{
    unsigned mine, bit;
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(mine) : "r"(threadIdx.x), "r"(blockIdx.x));
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(bit) : "r"(blockIdx.x), "r"(blockIdx.x));
    if (bit) __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = mine;
}

// kverify-test: block=64 grid=4

// Instructions on registers alone: equal inputs, equal outputs, so the block decides as one.
// expect: proved
__global__ void uniform(int *out)
{
    unsigned bit;
    asm("bfe.u32 %0, %1, 2, 1;" : "=r"(bit) : "r"(blockIdx.x));
    if (bit) __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = bit;
}

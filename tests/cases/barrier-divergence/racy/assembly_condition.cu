// kverify-test: block=64 grid=4

// The input differs between the threads; that the instruction computes is not enough to be uniform.
// expect: violated
__global__ void apart(int *out)
{
    unsigned bit;
    asm("bfe.u32 %0, %1, 2, 1;" : "=r"(bit) : "r"(threadIdx.x));
    if (bit) __syncthreads(); //~ barrier-divergence with @second
    out[blockIdx.x * 64 + threadIdx.x] = bit;
    __syncthreads(); // @second
}

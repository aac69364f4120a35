// Inline assembly that is handed nothing but a register changes nothing but that register.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(unsigned *out)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[blockIdx.x * 64 + threadIdx.x] = lane;
}

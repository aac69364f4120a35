// Loads and stores of global memory in inline assembly.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void each(unsigned *out)
{
    unsigned x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(out + threadIdx.x));
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(out + threadIdx.x), "r"(x + 1) : "memory");
}

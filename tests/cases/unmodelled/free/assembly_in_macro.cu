// A macro writes the assembly, and what writes memory is no plain store: that is seen in the macro's definition.
// kverify-test: block=64 grid=2
#define STORE(address, value) asm volatile("multimem.st.global.u32 [%0], %1;" :: "l"(address), "r"(value))
#define NEGATED(to, x) asm("neg.s32 %0, %1;" : "=r"(to) : "r"(x))

// expect: unknown
__global__ void stores(unsigned *out)
{
    STORE((unsigned long long)out, threadIdx.x);
}

// expect: proved
__global__ void computes(int *out)
{
    int y;
    NEGATED(y, threadIdx.x);
    out[blockIdx.x * 64 + threadIdx.x] = y;
}

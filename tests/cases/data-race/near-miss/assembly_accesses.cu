// Pairs that neighbours do not share, and a number whose bits arrive in a register of another kind.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void wide(float *out)
{
    float a, b;
    asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(out + 2 * threadIdx.x));
    asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(out + 2 * threadIdx.x), "f"(b), "f"(a));
}

// expect: proved
__global__ void through_bits(int *out, const unsigned *in)
{
    int i;
    asm volatile("ld.global.b32 %0, [%1];" : "=r"(i) : "l"(in));
    out[threadIdx.x * 2 + (i & 1)] = 1;
}

// Loads and stores of global memory in inline assembly.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void halves(unsigned *out)
{
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(out + threadIdx.x / 2), "r"(threadIdx.x) : "memory"); //~ data-race block global write-write
}

// expect: violated
__global__ void wide(float *out, int *flags)
{
    float a, b;
    asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(out + 2 * threadIdx.x)); // @read
    if (flags[threadIdx.x] > 0)
        asm volatile("st.global.f32 [%0 + 4], %1;" ::"l"(out + 2 * ((threadIdx.x + 1) % 64)), "f"(a + b)); //~ data-race block global read-write with @read
}

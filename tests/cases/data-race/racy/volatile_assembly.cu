// kverify-test: block=32 grid=2
// Assembly's `.volatile` orders nothing by itself.

// expect: violated
__global__ void message(int *flag, int *data, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 42; // @sent
        asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        int seen;
        do {
            asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        } while (seen == 0);
        out[0] = data[0]; //~ data-race grid global read-write with @sent
    }
}

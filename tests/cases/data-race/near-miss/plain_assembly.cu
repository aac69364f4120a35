// kverify-test: block=64 grid=2

// The lane's number, by assembly, is as good as by arithmetic.
// expect: proved
__global__ void lanes(unsigned *out)
{
    __shared__ unsigned cells[64];
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    cells[threadIdx.x / 32 * 32 + lane] = threadIdx.x;
    asm volatile("membar.cta;" ::: "memory");
    out[blockIdx.x * 64 + threadIdx.x] = cells[threadIdx.x];
}

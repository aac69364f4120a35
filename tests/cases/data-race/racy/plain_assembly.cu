// kverify-test: block=64 grid=2

// Lanes of two warps have the same number, and a fence is no barrier.
// expect: violated
__global__ void lanes(unsigned *out)
{
    __shared__ unsigned cells[32];
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    cells[lane] = threadIdx.x; //~ data-race block shared write-write
    //~ data-race block shared read-write with @read
    asm volatile("membar.cta;" ::: "memory");
    out[blockIdx.x * 64 + threadIdx.x] = cells[lane]; // @read
}

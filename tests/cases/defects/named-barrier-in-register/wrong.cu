// synccheck: each warp waits at a barrier of its own for two warps.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because a barrier whose number is in a register is taken for assembly that does nothing
__global__ void meet(int *a)
{
    asm volatile("bar.sync %0, 64;" ::"r"(threadIdx.x / 32 + 1));
    a[threadIdx.x] = 1;
}

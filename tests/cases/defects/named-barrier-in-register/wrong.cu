// synccheck: each warp waits at a barrier of its own for two warps.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void meet(int *a)
{
    asm volatile("bar.sync %0, 64;" ::"r"(threadIdx.x / 32 + 1)); //~ barrier-divergence
    a[threadIdx.x] = 1;
}

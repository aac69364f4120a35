// synccheck: fewer threads come than the barrier waits for.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void meet(int *a)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;"); //~ barrier-divergence with exit
    a[threadIdx.x] = 1;
}

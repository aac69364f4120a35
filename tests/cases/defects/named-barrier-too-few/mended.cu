// One warp waits for one warp.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void meet(int *a)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 32;");
    a[threadIdx.x] = 1;
}

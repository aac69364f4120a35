// Two warps.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void meet(int *a)
{
    asm volatile("bar.sync 1, 64;");
    a[threadIdx.x] = 1;
}

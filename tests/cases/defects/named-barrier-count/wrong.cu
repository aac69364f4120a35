// synccheck, invalid arguments: as many threads as whole warps have.
// kverify-test: block=64 grid=1

// expect: violated
// today: unknown, because whether arrivals make whole phases is not followed
__global__ void meet(int *a)
{
    asm volatile("bar.sync 1, 48;");
    a[threadIdx.x] = 1;
}

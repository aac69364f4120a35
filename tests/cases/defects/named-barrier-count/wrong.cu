// synccheck, invalid arguments: as many threads as whole warps have.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void meet(int *a)
{
    asm volatile("bar.sync 1, 48;"); //~ invalid-argument
    a[threadIdx.x] = 1;
}

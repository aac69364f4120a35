// synccheck, invalid arguments: a block has barriers 0 to 15.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void meet(int *a)
{
    asm volatile("bar.sync 16, 64;"); //~ invalid-argument
    a[threadIdx.x] = 1;
}

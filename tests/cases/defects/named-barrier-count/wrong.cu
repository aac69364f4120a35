// synccheck, invalid arguments: as many threads as whole warps have.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because operands of barriers in assembly are not checked
__global__ void meet(int *a)
{
    asm volatile("bar.sync 1, 48;");
    a[threadIdx.x] = 1;
}

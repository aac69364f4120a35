// Eight do.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void per_row(int *a)
{
    a[threadIdx.x] = __shfl_sync(0xffffffff, a[threadIdx.x], 0, 8);
}

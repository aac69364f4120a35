// CARP 5.2: sub-warps have a power of two lanes.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void per_row(int *a)
{
    a[threadIdx.x] = __shfl_sync(0xffffffff, a[threadIdx.x], 0, 12); //~ divergent-collective
}

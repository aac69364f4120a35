// One mask.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void vote(int *a)
{
    a[threadIdx.x] = __any_sync(0xffffffff, a[threadIdx.x]);
}

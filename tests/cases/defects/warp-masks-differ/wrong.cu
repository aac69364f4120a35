// synccheck: lanes come to one vote with different masks.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void vote(int *a)
{
    unsigned mask = threadIdx.x < 8 ? 0x0000ffff : 0xffffffff;
    a[threadIdx.x] = __any_sync(mask, a[threadIdx.x]); //~ divergent-collective
}

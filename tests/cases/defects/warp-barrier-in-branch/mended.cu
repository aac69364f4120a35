// Each half names its own lanes.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void halves(int *a)
{
    if (threadIdx.x < 16)
        __syncwarp(0x0000ffff);
    a[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 31);
}

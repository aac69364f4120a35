// Each half waits for itself.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void halves(int *a)
{
    if (threadIdx.x < 16)
        __syncwarp(0x0000ffff);
    else
        __syncwarp(0xffff0000);
    a[threadIdx.x] = 1;
}

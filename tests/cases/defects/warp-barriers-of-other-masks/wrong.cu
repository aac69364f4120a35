// synccheck, divergent threads in warp: one half waits for the whole warp, the other half for itself only.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void halves(int *a)
{
    if (threadIdx.x < 16)
        __syncwarp(0xffffffff); //~ divergent-collective
    else
        __syncwarp(0xffff0000);
    a[threadIdx.x] = 1;
}

// synccheck, divergent threads in warp: one half waits for the whole warp, the other half for itself only.
// kverify-test: block=32 grid=1

// expect: violated
// today: proved, because lanes that only leave the kernel are not waited for
__global__ void halves(int *a)
{
    if (threadIdx.x < 16)
        __syncwarp(0xffffffff);
    else
        __syncwarp(0xffff0000);
    a[threadIdx.x] = 1;
}

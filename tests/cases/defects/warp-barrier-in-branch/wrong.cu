// synccheck, divergent threads in warp: the mask names lanes that wait elsewhere.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void halves(int *a)
{
    if (threadIdx.x < 16)
        __syncwarp(); //~ divergent-collective
    a[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 31);
}

// synccheck, invalid arguments: a lane is not in the mask that it names.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void upper(int *a)
{
    if (threadIdx.x >= 16)
        __syncwarp(0x0000ffff); //~ divergent-collective
    a[threadIdx.x] = 1;
}

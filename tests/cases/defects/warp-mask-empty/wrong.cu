// synccheck, invalid arguments: a mask of no lane.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void none(int *a)
{
    __syncwarp(0); //~ divergent-collective
    a[threadIdx.x] = 1;
}

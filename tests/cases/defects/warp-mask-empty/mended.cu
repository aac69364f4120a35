// All lanes.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void none(int *a)
{
    __syncwarp();
    a[threadIdx.x] = 1;
}

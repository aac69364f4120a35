// One cell a warp, the first lane writes.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;
    if (lane == 0)
        out[blockIdx.x * 2 + warp] = threadIdx.x;
}

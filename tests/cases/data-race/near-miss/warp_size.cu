// Lane and warp change places.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    out[blockIdx.x * 64 + lane * 2 + warp] = threadIdx.x;
}

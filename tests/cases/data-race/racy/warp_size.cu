// One cell a warp, all lanes write.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    int warp = threadIdx.x / warpSize;
    out[blockIdx.x * 2 + warp] = threadIdx.x; //~ data-race block global write-write
}

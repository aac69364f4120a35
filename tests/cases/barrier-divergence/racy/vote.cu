// A vote of the warp is not one of the block.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *in, int *out)
{
    if (__any_sync(0xffffffffu, in[threadIdx.x] > 0))
        __syncthreads(); // @inside
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @inside
}

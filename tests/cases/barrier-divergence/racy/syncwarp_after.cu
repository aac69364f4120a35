// Whether the kernel also has a warp barrier makes no difference to the block's.
// kverify-test: block=2 grid=1

// expect: violated
__global__ void uneven(int *out)
{
    for (int i = 0; i < threadIdx.x % 3; ++i) {
        __syncthreads(); // @inside
    }
    __syncthreads(); //~ barrier-divergence with @inside
    __syncwarp();
    out[threadIdx.x] = 1;
}

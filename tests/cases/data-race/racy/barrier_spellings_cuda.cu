// A barrier for a warp is none for the block.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x; // @put
    __syncwarp();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; //~ data-race block shared read-write with @put
}

// An 8-bit index wraps: thread 256 comes to cell 0 as well.
// kverify-test: block=320 grid=1

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[256];
    unsigned char i = threadIdx.x;
    s[i] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[threadIdx.x] = s[i];
}

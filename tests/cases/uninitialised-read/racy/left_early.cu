// Cells that threads would have written which are not there.

// kverify-test: block=64 grid=1
// expect: proved
__global__ void some_left(const int *in, int *out)
{
    __shared__ int s[64];
    if (threadIdx.x >= 40)
        return;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); //~ warning barrier-divergence with exit
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ warning uninitialised-read
}

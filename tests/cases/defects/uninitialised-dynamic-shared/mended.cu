// One thread fills it.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void blur(const int *in, int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x + 1] = in[threadIdx.x];
    if (threadIdx.x == 0)
        s[0] = 0;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1];
}

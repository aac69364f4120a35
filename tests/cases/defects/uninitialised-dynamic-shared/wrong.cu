// A halo of dynamic shared memory that nobody fills.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void blur(const int *in, int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1]; //~ warning uninitialised-read
}

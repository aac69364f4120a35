// `&` evaluates both operands.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    int both = (threadIdx.x > 3) & __syncthreads_or(in[threadIdx.x]);
    out[blockIdx.x * 64 + threadIdx.x] = both;
    __syncthreads();
}

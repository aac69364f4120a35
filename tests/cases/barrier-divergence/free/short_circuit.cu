// The left operand is the same for all.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out, int n)
{
    int both = n > 3 && __syncthreads_or(in[threadIdx.x]);
    out[blockIdx.x * 64 + threadIdx.x] = both;
    __syncthreads();
}

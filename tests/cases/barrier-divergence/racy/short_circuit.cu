// The right operand is not evaluated by all.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *in, int *out)
{
    int both = threadIdx.x > 3 && __syncthreads_or(in[threadIdx.x]); // @vote
    out[blockIdx.x * 64 + threadIdx.x] = both;
    __syncthreads(); //~ barrier-divergence with @vote
}

// The barrier itself takes the vote, and all get the same answer.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    while (__syncthreads_or(in[threadIdx.x] > 0 && out[blockIdx.x * 64 + threadIdx.x] < 9))
        out[blockIdx.x * 64 + threadIdx.x] += 1;
}

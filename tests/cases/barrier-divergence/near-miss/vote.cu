// Two votes, each with the same answer for all.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out)
{
    int some = __syncthreads_count(in[threadIdx.x] > 0);
    if (some > 10 && __syncthreads_and(in[threadIdx.x] < 100))
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = some;
}

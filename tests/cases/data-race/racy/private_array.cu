// The result of a private computation goes to a shared place.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, const int *in)
{
    __shared__ int best;
    int mine[4];
    for (int i = 0; i < 4; ++i)
        mine[i] = in[threadIdx.x * 4 + i];
    best = mine[in[0] & 3]; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = best;
}

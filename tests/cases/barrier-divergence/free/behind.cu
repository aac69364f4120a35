// The condition is the same for the whole block: the barrier cuts.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void same_for_all(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (in[blockIdx.x] > 0) {
        __syncthreads();
        out[blockIdx.x * 64 + t] = s[63 - t];
    }
}

// All threads of a block leave, or none.
// expect: proved
__global__ void whole_blocks_leave(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (blockIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

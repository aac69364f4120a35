// A barrier between reading and writing.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void path(int *out, int rounds)
{
    __shared__ int row[64];
    row[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    int best = 0;
    for (int i = 0; i < rounds; ++i) {
        best = row[(threadIdx.x + 1) % 64];
        __syncthreads();
        row[threadIdx.x] = best + i;
        __syncthreads();
    }
    out[threadIdx.x] = best;
}

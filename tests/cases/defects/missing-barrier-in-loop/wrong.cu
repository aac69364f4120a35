// CARP 6, Pathfinder: the next round overwrites what slower threads still read.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void path(int *out, int rounds)
{
    __shared__ int row[64];
    row[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    int best = 0;
    for (int i = 0; i < rounds; ++i) {
        best = row[(threadIdx.x + 1) % 64]; // @read
        row[threadIdx.x] = best + i; //~ data-race block shared read-write with @read
        __syncthreads();
    }
    out[threadIdx.x] = best;
}

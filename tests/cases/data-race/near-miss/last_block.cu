// A counter for each row of blocks.
// kverify-test: block=32

// expect: proved
__global__ void rows(int *part, int *out, unsigned *counters)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.y * gridDim.x + blockIdx.x] = 1;
        __threadfence();
        last = atomicAdd(&counters[blockIdx.y], 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            sum += part[blockIdx.y * gridDim.x + i];
        out[blockIdx.y] = sum;
    }
}

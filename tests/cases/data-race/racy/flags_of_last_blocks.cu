// kverify-test: block=64
// The last but one block reads what the last has not written yet.

// expect: violated
__global__ void one_too_early(unsigned *count, int *parts, int *out)
{
    volatile __shared__ int last;
    parts[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // @part
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(count, 1u) >= gridDim.x - 2;
        __threadfence();
    }
    __syncthreads();
    if (last)
        for (int i = threadIdx.x; i < gridDim.x * 64; i += 64)
            out[blockIdx.x * gridDim.x * 64 + i] = parts[i]; //~ data-race grid global read-write with @part
}

// kverify-test: block=64
// What the last block is told by comes to its threads on ways that are not followed: no run that begins with another count than 0
// speaks against it.

// What is kept of a vote at a barrier is not followed.
// expect: suspect
__global__ void by_a_barrier(unsigned *count, int *parts, int *out)
{
    parts[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    int last = 0;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(count, 1u) == gridDim.x - 1;
        __threadfence();
    }
    if (__syncthreads_or(last))
        for (int i = threadIdx.x; i < gridDim.x * 64; i += 64)
            out[i] = parts[i]; //~ data-race grid global write-write
}

// What is read through volatile is not followed.
// expect: suspect
__global__ void by_a_volatile_flag(unsigned *count, int *parts, int *out)
{
    volatile __shared__ int last;
    parts[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(count, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        for (int i = threadIdx.x; i < gridDim.x * 64; i += 64)
            out[i] = parts[i]; //~ data-race grid global write-write
}

// What is wrong with the pattern of free/last_block.cu, one thing at a time.
// kverify-test: block=32 grid=4

// expect: violated
__global__ void no_fence(int *part, int *total, unsigned *done)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 1; // @part
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; ++i)
            *total += part[i]; //~ data-race grid global read-write with @part
}

// The fence is for the block only.
// expect: violated
__global__ void narrow_fence(int *part, int *total, unsigned *done)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 1; // @narrow
        __threadfence_block();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; ++i)
            *total += part[i]; //~ data-race grid global read-write with @narrow
}

// The last but one goes on.
// expect: violated
__global__ void too_early(int *part, int *out, unsigned *done)
{
    __shared__ bool go;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 1; // @early
        __threadfence();
        go = atomicAdd(done, 1u) == gridDim.x - 2;
    }
    __syncthreads();
    if (go && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; ++i)
            out[i] = part[i]; //~ data-race grid global read-write with @early
}

// The part is written after the block has counted itself.
// expect: violated
__global__ void counts_first(int *part, int *out, unsigned *done)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        last = atomicAdd(done, 1u) == gridDim.x - 1;
        __threadfence();
        part[blockIdx.x] = 1; // @late
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x; ++i)
            out[i] = part[i]; //~ data-race grid global read-write with @late
}

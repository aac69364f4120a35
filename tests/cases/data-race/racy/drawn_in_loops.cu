// As in free/drawn_in_loops.cu, but the counter is set back between two draws.

// expect: violated
__global__ void set_back_between(int *out, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int place = 0;
    for (int part = 0; part < 2; part++) {
        if (part == threadIdx.x % 2) place = atomicAdd(&count, 1);
        __syncthreads();
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
    }
    out[blockIdx.x * 1024 + place] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: violated
__global__ void looked_at_only(int *out, int n)
{
    __shared__ int queue[1024], count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < n; e += blockDim.x)
        queue[atomicAdd(&count, 0)] = e; //~ data-race block shared write-write
}

// Places that threads draw from a counter of the block, time and again between two barriers.

// expect: proved
__global__ void filled(int *out, int n)
{
    __shared__ int queue[1024], count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < n; e += blockDim.x)
        queue[atomicAdd(&count, 1)] = e;
    __syncthreads();
    for (int e = threadIdx.x; e < 1024; e += blockDim.x)
        out[blockIdx.x * 1024 + e] = queue[e];
}

// expect: proved
__global__ void set_back_in_an_outer_loop(int *out, int n)
{
    __shared__ int queue[1024], count;
    for (int part = 0; part < 4; part++) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        for (int e = 0; e < n; e++) {
            int place = atomicAdd(&count, 1);
            if (place < 1024) queue[place] = e;
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = queue[threadIdx.x];
        __syncthreads();
    }
}

// As in racy/counted_slots.cu, but right.
// kverify-test: block=64 grid=2

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Two slots for each, and as many taken for all.
// expect: proved
__global__ void two_each(const int *in, int *out, int *total)
{
    __shared__ int count, base;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    bool has = in[me()] != 0;
    int place;
    if (has)
        place = atomicAdd(&count, 2);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(total, count);
    __syncthreads();
    if (has)
        out[base + place] = out[base + place + 1] = me();
}

// Set back once it was handed on.
__global__ void sets_back(const int *in, int *out, int *total)
{
    __shared__ int count, base;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    bool has = in[me()] != 0;
    int place;
    if (has)
        place = atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        base = atomicAdd(total, count);
        count = 0;
    }
    __syncthreads();
    if (has)
        out[base + place] = me();
}

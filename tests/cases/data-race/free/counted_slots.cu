// Blocks count in shared memory and take their slots, or tiles, from one counter of all.
// kverify-test: block=64 grid=2

#define ALL 0xffffffffu

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Places in the block, and the block's place in all.
// expect: proved
__global__ void compact(const int *in, int *out, int *total)
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
    if (threadIdx.x == 0)
        base = atomicAdd(total, count);
    __syncthreads();
    if (has)
        out[base + place] = me();
}

// The same with one operation for each warp.
__global__ void compact_by_warps(const int *in, int *out, int *total)
{
    __shared__ int count, base;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    bool has = in[me()] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int place = 0;
    if (lane == 0)
        place = atomicAdd(&count, __popc(mask));
    place = __shfl_sync(ALL, place, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(total, count);
    __syncthreads();
    if (has)
        out[base + place + __popc(mask & ((1u << lane) - 1))] = me();
}

// Blocks fetch tiles until there are no more.
__global__ void persistent(int *out, int *next, int tiles)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        int t = tile;
        __syncthreads();
        if (t >= tiles)
            break;
        out[t * blockDim.x + threadIdx.x] = t;
    }
}

// What atomics left behind a barrier is one value for the block.
__global__ void relax(int *dist, int limit)
{
    __shared__ int changed;
    do {
        __syncthreads();
        if (threadIdx.x == 0)
            changed = 0;
        __syncthreads();
        if (dist[me()] > limit) {
            dist[me()] = limit;
            atomicOr(&changed, 1);
        }
        __syncthreads();
    } while (changed);
}

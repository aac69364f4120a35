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

// The next tile is fetched at the end of each round.
__global__ void fetched_ahead(int *out, int *next, int tiles)
{
    __shared__ int tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(next, 1);
    __syncthreads();
    int t = tile;
    while (t < tiles) {
        out[t * blockDim.x + threadIdx.x] = t;
        __syncthreads();
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        t = tile;
    }
}

// Each thread fetches for itself.
__global__ void fetched_alone(int *out, int *next, int n)
{
    for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
        out[i] = me();
}

// In rounds, each with a count of its own.
__global__ void compact_in_rounds(const int *in, int *out, int *total, int n)
{
    __shared__ int count, base;
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        if (threadIdx.x == 0)
            count = 0;
        __syncthreads();
        int i = first + threadIdx.x;
        bool has = i < n && in[i] > 0;
        int place;
        if (has)
            place = atomicAdd(&count, 1);
        __syncthreads();
        if (threadIdx.x == 0)
            base = atomicAdd(total, count);
        __syncthreads();
        if (has)
            out[base + place] = i;
        __syncthreads();
    }
}

// Each thread takes as many slots as it asks for; a test says that these are no fewer than none.
// expect: proved
__global__ void ranges(const int *lengths, int *out, int *next)
{
    int length = lengths[me()];
    if (length <= 0)
        return;
    int first = atomicAdd(next, length);
    for (int k = 0; k < length; ++k)
        out[first + k] = me();
}

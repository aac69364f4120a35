// As in free/counted_slots.cu, with something missing.
// kverify-test: block=64 grid=2

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Two slots are counted and one is taken for all.
// expect: violated
__global__ void takes_too_few(const int *in, int *out, int *total)
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
        base = atomicAdd(total, count / 2);
    __syncthreads();
    if (has)
        out[base + place] = me(); //~ data-race grid
}

// The count is set back before it is handed on.
__global__ void forgets(const int *in, int *out, int *total)
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
    if (threadIdx.x == 1)
        count = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(total, count);
    __syncthreads();
    if (has)
        out[base + place] = me(); //~ data-race grid
}

// The tile is read beside the next one's fetch.
__global__ void fetches_early(int *out, int *next, int tiles)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1); // @fetch
        __syncthreads();
        int t = tile; //~ data-race block with @fetch
        if (t >= tiles)
            break;
        out[t * blockDim.x + threadIdx.x] = t;
    }
}

// The flag is looked at beside the atomics that set it.
__global__ void looks_early(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[me()])
        atomicAdd(&count, 1); // @count
    int seen = count; //~ data-race block with @count
    out[me()] = seen;
}

// All threads of the block write where the last tile of the block is.
__global__ void one_place(int *out, int *next, int tiles)
{
    __shared__ int tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(next, 1);
    __syncthreads();
    int t = tile;
    while (t < tiles) {
        out[t] = threadIdx.x; //~ data-race block
        __syncthreads();
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        t = tile;
    }
}

// Two of them meet in one place.
__global__ void halves(int *out, int *next, int n)
{
    for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1))
        out[i / 2] = me(); //~ data-race block //~ data-race grid
}

// A thread that asks for fewer than none takes what another has.
// expect: violated
// today: suspect, because no run that is tried draws such lengths
__global__ void ranges(const int *lengths, int *out, int *next)
{
    int length = lengths[me()];
    if (length == 0)
        return;
    int first = atomicAdd(next, length);
    for (int k = 0; k < length; ++k)
        out[first + k] = me(); //~ data-race block //~ data-race grid
}

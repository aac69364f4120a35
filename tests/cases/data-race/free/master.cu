// One thread decides for its block, and hands the decision over in shared memory.
// kverify-test: block=64

// Tiles are drawn from a queue.
// expect: proved
__global__ void queue(unsigned *next, int *out, unsigned tiles)
{
    __shared__ unsigned tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1u);
        __syncthreads();
        unsigned mine = tile;
        __syncthreads();
        if (mine >= tiles)
            return;
        out[mine * 64 + threadIdx.x] = blockIdx.x;
    }
}

// One draw for the whole block.
// expect: proved
__global__ void room_for_all(int *top, int *out)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = atomicAdd(top, 64);
    __syncthreads();
    out[base + threadIdx.x] = blockIdx.x;
}

// expect: proved
__global__ void flag_of_the_block(int *out, const int *skip)
{
    __shared__ bool active;
    if (threadIdx.x == 0)
        active = skip[blockIdx.x] == 0 && blockIdx.x != 3;
    __syncthreads();
    if (active)
        out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x;
    if (!active && blockIdx.x == 3)
        return;
    __syncthreads();
}

// expect: proved
__global__ void two_cells(int *out)
{
    __shared__ int span[2];
    if (threadIdx.x == 5) {
        span[0] = blockIdx.x * 64;
        span[1] = span[0] + 64;
    }
    __syncthreads();
    for (int i = span[0] + threadIdx.x; i < span[1]; i += 64)
        out[i] = i;
}

// The deciding thread comes from a loop that threads leave in iterations of their own.
// expect: proved
__global__ void after_a_loop(int *top, int *out, const int *in, int n)
{
    __shared__ int base;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int i = t; i < n; i += 64)
        sum += in[i];
    if (t == 0)
        base = atomicAdd(top, 64);
    __syncthreads();
    out[base + t] = sum;
}

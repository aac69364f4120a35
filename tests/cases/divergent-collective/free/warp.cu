// What lanes of a warp learn together is the same for all of them, and what they do by it they do together.
// kverify-test: block=128 grid=2

#define ALL 0xffffffffu

// As long as some lane wants to.
// expect: proved
__global__ void until_all_are_done(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    while (__any_sync(ALL, v > 0))
        v -= __shfl_sync(ALL, v, 0) + 1;
    out[i] = v;
}

// The first lane says how often.
// expect: proved
__global__ void as_the_first_says(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    int rounds = __shfl_sync(ALL, v, 0);
    for (int round = 0; round < rounds; ++round)
        v += __shfl_sync(ALL, v, round & 31);
    out[i] = v;
}

// Sums over warps, then over their sums.
// expect: proved
__global__ void block_sum(const float *in, float *out)
{
    __shared__ float sums[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int by = 16; by > 0; by >>= 1)
        v += __shfl_down_sync(ALL, v, by);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int by = 16; by > 0; by >>= 1)
            v += __shfl_down_sync(ALL, v, by);
        if (lane == 0)
            out[blockIdx.x] = v;
    }
}

// Lanes that match have one leader, and no two groups match alike.
// expect: proved
__global__ void one_for_each_value(const int *in, int *counts)
{
    if (blockIdx.x > 0 || threadIdx.x >= 32)
        return;
    int value = in[threadIdx.x];
    unsigned alike = __match_any_sync(ALL, value);
    if (threadIdx.x == __ffs(alike) - 1)
        counts[value] += __popc(alike);
}

// expect: proved
__global__ void rows_by_warps(const int *in, int *out, int rows)
{
    int lane = threadIdx.x & 31;
    int warps = gridDim.x * (blockDim.x >> 5);
    for (int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); row < rows; row += warps) {
        int v = in[row * 32 + lane];
        for (int by = 1; by < 32; by <<= 1) {
            int before = __shfl_up_sync(ALL, v, by);
            if (lane >= by)
                v += before;
        }
        if (lane == 31)
            out[row] = v;
    }
}

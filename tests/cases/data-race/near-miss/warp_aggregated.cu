// As in racy/warp_aggregated.cu, but right.
// kverify-test: block=64 grid=1

#define ALL 0xffffffffu

// Threads leave from the end, and a group's leader is one that is there.
// expect: proved
__global__ void leader_is_there(const int *in, int *out, int *n, int size)
{
    if (threadIdx.x >= size)
        return;
    int lane = threadIdx.x & 31;
    if (in[threadIdx.x] > 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, base;
        if (lane == leader)
            base = atomicAdd(n, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        out[base + __popc(mask & ((1u << lane) - 1))] = 1;
    }
}

// The leader draws where anybody has something.
__global__ void leader_draws(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 0 && mask != 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (has)
        out[base + __popc(mask & ((1u << lane) - 1))] = 1;
}

// One slot more than is needed, at the front of each group's.
__global__ void from_one(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (has)
        out[base + __popc(mask >> lane)] = 1;
}

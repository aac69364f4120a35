// As in free/warp_aggregated.cu, with something missing.
// kverify-test: block=64 grid=1

#define ALL 0xffffffffu

// The leader counts itself only.
// expect: violated
__global__ void counts_one(const int *in, int *out, int *n)
{
    int v = in[threadIdx.x];
    int lane = threadIdx.x & 31;
    unsigned mask = __ballot_sync(ALL, v > 0);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, 1);
    base = __shfl_sync(ALL, base, 0);
    if (v > 0)
        out[base + __popc(mask & ((1u << lane) - 1))] = v; //~ data-race
}

// Another lane than the one that drew is asked.
// expect: violated
__global__ void wrong_leader(const int *in, int *out, int *n)
{
    int v = in[threadIdx.x];
    int lane = threadIdx.x & 31;
    unsigned mask = __ballot_sync(ALL, v > 0);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 1);
    if (v > 0)
        out[base + __popc(mask & ((1u << lane) - 1))] = v; //~ data-race
}

// Lane 0 may not have voted, and what it does not hand round is anything.
// expect: suspect
__global__ void leader_not_there(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    if (has) {
        int base;
        if (lane == 0)
            base = atomicAdd(n, __popc(mask));
        base = __shfl_sync(mask, base, 0);
        out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //~ data-race
    }
}

// Lane 0 of the first warp has left.
// expect: suspect
__global__ void leader_has_left(const int *in, int *out, int *n)
{
    if (threadIdx.x == 0)
        return;
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (has)
        out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //~ data-race
}

// The leader draws only where it has something itself.
// expect: violated
__global__ void leader_does_not_draw(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 0 && has)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (has)
        out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //~ data-race
}

// Two votes: who counts is not who writes.
__global__ void other_vote(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0, more = in[threadIdx.x] > 1;
    unsigned mask = __ballot_sync(ALL, has), fewer = __ballot_sync(ALL, more);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(fewer));
    base = __shfl_sync(ALL, base, 0);
    if (has)
        out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //~ data-race
}

// Half a warp is asked, and the other half's first lane has drawn nothing.
__global__ void half_a_warp(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[threadIdx.x] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0, 16);
    if (has)
        out[base + __popc(mask & ((1u << lane) - 1))] = threadIdx.x; //~ data-race warp //~ data-race block
}

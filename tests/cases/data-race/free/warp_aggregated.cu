// One lane counts for its group, and each lane takes its rank behind what that drew.
// kverify-test: block=64 grid=2

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define ALL 0xffffffffu

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

// expect: proved
__global__ void append(const int *in, int *out, int *n)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    int lane = threadIdx.x & 31;
    unsigned mask = __ballot_sync(ALL, v > 0);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 0);
    if (v > 0)
        out[base + __popc(mask & ((1u << lane) - 1))] = v;
}

// The group is who is there, its leader the first of it.
__global__ void coalesced(const int *in, int *out, int *n)
{
    if (in[me()] > 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        int base;
        if (g.thread_rank() == 0)
            base = atomicAdd(n, g.size());
        out[g.shfl(base, 0) + g.thread_rank()] = in[me()];
    }
}

// The same by hand, in a loop, with the leader found by rank.
__global__ void active(const int *in, int *out, int *n, int size)
{
    for (int i = me(); i < size; i += gridDim.x * blockDim.x)
        if (in[i] > 0) {
            unsigned mask = __activemask();
            int lane = threadIdx.x % 32, leader = __ffs(mask) - 1, base;
            int rank = __popc(mask & ((1u << lane) - 1));
            if (rank == 0)
                base = atomicAdd(n, __popc(mask));
            base = __shfl_sync(mask, base, leader);
            out[base + rank] = in[i];
        }
}

// Groups of one value.
__global__ void matched(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    unsigned mask = __match_any_sync(ALL, in[me()] & 3);
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = in[me()];
}

// Only who has something meets the shuffle.
__global__ void voters(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[me()] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    if (has) {
        int leader = __ffs(mask) - 1, base;
        if (lane == leader)
            base = atomicAdd(n, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        out[base + __popc(mask & ((1u << lane) - 1))] = in[me()];
    }
}

// The last lane of the group leads.
__global__ void last_leads(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[me()] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int leader = 31 - __clz(mask), base = 0;
    if (lane == leader)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, leader < 0 ? 0 : leader);
    if (has)
        out[base + __popc(mask & ~(ALL << lane))] = in[me()];
}

// The last lane of the warp leads, and ranks count from the own lane down.
__global__ void counted_down(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[me()] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    int base = 0;
    if (lane == 31)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, 31);
    if (has)
        out[base + __popc(mask << (31 - lane)) - 1] = in[me()];
}

// Ranks from the end.
__global__ void from_the_end(const int *in, int *out, int *n)
{
    int lane = threadIdx.x & 31;
    bool has = in[me()] > 0;
    unsigned mask = __ballot_sync(ALL, has);
    if (mask == 0)
        return;
    int leader = __ffs(mask) - 1, base;
    if (lane == leader)
        base = atomicAdd(n, __popc(mask));
    base = __shfl_sync(ALL, base, leader);
    if (has)
        out[base + __popc(mask >> lane) - 1] = in[me()];
}

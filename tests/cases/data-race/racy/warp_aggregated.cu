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

// One lane counts for its warp, and each lane takes its rank behind what that drew.
// kverify-test: block=64 grid=2

#define ALL 0xffffffffu

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

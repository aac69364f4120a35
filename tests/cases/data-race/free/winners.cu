// One thread wins what it competes for: by exchange, by compare-and-exchange, by the bit that it is first to set.
// kverify-test: block=64

// expect: proved
__global__ void exchange(int *flag, int *out)
{
    if (atomicExch(flag, 1) == 0)
        *out = blockIdx.x * 64 + threadIdx.x;
}

// expect: proved
__global__ void compare_and_exchange(int *owner, int *out, int n)
{
    int cell = (blockIdx.x * 64 + threadIdx.x) % 7;
    if (atomicCAS(&owner[cell], -1, blockIdx.x) == -1)
        out[cell] = threadIdx.x;
}

// expect: proved
__global__ void visited(unsigned *bits, int *parent, const int *edge)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int v = edge[i] & 0xffff;
    unsigned bit = 1u << (v % 32);
    if ((atomicOr(&bits[v / 32], bit) & bit) == 0)
        parent[v] = i;
}

// expect: proved
__global__ void best(int *top, int *who, int score)
{
    int old = atomicMax(top, 5);
    if (old < 5)
        *who = threadIdx.x;
}

// expect: proved
__global__ void downwards(int *left, int *out)
{
    int slot = atomicSub(left, 2);
    out[slot] = 1;
    out[slot - 1] = 2;
}

// expect: proved
__global__ void as_many_as_data_say(unsigned *next, const unsigned char *count, int *out)
{
    unsigned n = count[blockIdx.x * 64 + threadIdx.x];
    unsigned from = atomicAdd(next, n);
    for (unsigned k = 0; k < n; ++k)
        out[from + k] = k;
}

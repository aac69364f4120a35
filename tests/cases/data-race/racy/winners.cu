// Several threads win.
// kverify-test: block=64 grid=2

// The flag is put back by those who lose.
// expect: violated
__global__ void put_back(int *flag, int *out)
{
    if (atomicExch(flag, threadIdx.x & 1) == 0)
        *out = blockIdx.x * 64 + threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// The value put in is the one expected.
// expect: violated
__global__ void no_change(int *owner, int *out)
{
    if (atomicCAS(owner, 0, 0) == 0)
        *out = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// Two bits are two prizes.
// expect: violated
__global__ void other_bits(unsigned *bits, int *out)
{
    unsigned bit = 1u << (threadIdx.x % 32);
    if ((atomicOr(bits, bit) & bit) == 0)
        *out = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// The amount may be negative.
// expect: violated
__global__ void signed_amount(int *next, const int *count, int *out)
{
    int slot = atomicAdd(next, count[threadIdx.x]);
    if (slot >= 0)
        out[slot] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// A key that is the empty mark leaves the place free for another.
// expect: violated
__global__ void hash_insert(int *keys, int *slots, const int *in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int key = in[i];
    int h = (key & 0x7fffffff) % 101;
    if (atomicCAS(&keys[h], -1, key) == -1)
        slots[h] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// Two bit-fields of one word are one memory location: threads that write one each race.
// kverify-test: block=64 grid=1

struct Pair {
    unsigned low : 4;
    unsigned high : 28;
};

// expect: violated
__global__ void neighbours()
{
    __shared__ Pair s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x].low = threadIdx.x; // @low
    else
        s[threadIdx.x - 32].high = threadIdx.x; //~ data-race block shared write-write with @low
    //~ data-race block shared read-write with @low
}

// The field holds only three bits, so that two threads get the same place.
// expect: violated
__global__ void as_an_index(int *out)
{
    struct { unsigned i : 3; } v;
    v.i = threadIdx.x;
    out[v.i] = threadIdx.x; //~ data-race block global write-write
}

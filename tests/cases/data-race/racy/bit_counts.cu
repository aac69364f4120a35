// Counts of bits depend on the width of what they are counted in.
// kverify-test: block=64 grid=1

// `__clz(1)` is 31, and `__clzll(1)` is 63.
// expect: violated
__global__ void two_widths(int *out, unsigned v)
{
    int narrow = __clz(v), wide = __clzll(v);
    int apart = wide - narrow;
    out[threadIdx.x] = 1; // @own
    if (threadIdx.x < 32)
        out[threadIdx.x + apart] = 2; //~ data-race block global write-write with @own
}

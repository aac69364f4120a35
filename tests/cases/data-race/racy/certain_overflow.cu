// Every launch of this size overflows: that it does not cannot be taken for granted.
// kverify-test: block=300 grid=1

// expect: violated
__global__ void hashed(int *out)
{
    unsigned h = threadIdx.x * 2654435761u;
    out[h >> 24] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void wraps_to_zero(int *out)
{
    unsigned i = threadIdx.x * 0x10000000u;
    out[i] = threadIdx.x; //~ data-race block global write-write
}

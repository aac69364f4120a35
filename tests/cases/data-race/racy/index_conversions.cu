// What a conversion leaves of an index.
// kverify-test: block=512 grid=1

// expect: violated
__global__ void byte_index(int *out)
{
    out[(unsigned char)threadIdx.x] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void parity(int *out)
{
    out[threadIdx.x & 1] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void wraps_at_32_bits(int *out)
{
    out[(threadIdx.x * 0x80000000u) >> 31] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void wraps_to_a_cell(int *out, unsigned n)
{
    unsigned far = threadIdx.x << 23; // Bit 9 and above are lost.
    out[far >> 24] = threadIdx.x; //~ data-race block global write-write
}

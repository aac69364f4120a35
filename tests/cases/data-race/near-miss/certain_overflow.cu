// The product wraps, and by an odd number it still tells all threads apart.
// kverify-test: block=256 grid=1

// expect: proved
__global__ void scattered(int *out)
{
    unsigned i = threadIdx.x * 0x01000001u;
    out[i] = threadIdx.x;
}

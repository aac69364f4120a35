// The product just fits.
// kverify-test: block=256 grid=16777216

// expect: proved
__global__ void k(char *out)
{
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    out[i] = blockIdx.x;
}

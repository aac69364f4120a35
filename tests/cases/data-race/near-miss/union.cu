// A union of one's own.
// kverify-test: block=64 grid=2

union Word {
    float f;
    unsigned bits;
};

// expect: proved
__global__ void k(unsigned *out, float *in)
{
    Word w;
    w.f = in[blockIdx.x * 64 + threadIdx.x];
    out[blockIdx.x * 64 + threadIdx.x] = w.bits >> 31;
}

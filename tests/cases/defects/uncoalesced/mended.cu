// Neighbours in neighbouring places.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void column(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x + 64];
}

// Undefined arithmetic: a shift by as many bits as there are, or more.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because shifts are not checked
__global__ void bits(unsigned *out)
{
    if (1u << threadIdx.x & out[64])
        out[threadIdx.x] = 1;
}

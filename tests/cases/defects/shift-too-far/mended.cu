// By at most 31.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void bits(unsigned *out)
{
    if (1u << threadIdx.x % 32 & out[64])
        out[threadIdx.x] = 1;
}

// Without the flag, parameters do not alias.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
}

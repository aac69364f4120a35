// Widened first.
// kverify-test: block=256

// expect: proved
__global__ void k(char *out)
{
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    out[i] = blockIdx.x;
}

// memcpy and memset, each thread in its own part.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void copies(int *out, const int *in)
{
    int row = (blockIdx.x * 64 + threadIdx.x) * 8;
    memset(out + row, 0, 8 * sizeof(int));
    memcpy(out + row, in + row / 2, 4 * sizeof(int));
}

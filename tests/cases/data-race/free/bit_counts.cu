// Counts of bits of constants are constants.
// kverify-test: block=64 grid=16

// expect: proved
__global__ void rows(int *out)
{
    const int width = 256;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i & (width - 1), y = i >> (__ffs(width) - 1);
    out[y * width + x] = i;
    out[1024 + (x << (__popc(15) - 2)) + (y << (__clz(1) - 21)) * (__clzll(1) - 62)] = i;
}

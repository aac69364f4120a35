// The shuffle hands over the neighbour's value, not the neighbour's cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int x = __shfl_xor_sync(0xffffffffu, i, 1);
    out[i] = x;
}

// A private array, indexed as one likes.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, const int *in)
{
    int mine[4] = { 0, 0, 0, 0 };
    for (int i = 0; i < 64; ++i)
        mine[in[i] & 3] += 1;
    out[blockIdx.x * 64 + threadIdx.x] = mine[threadIdx.x & 3];
}

// The rows overlap by a cell that is never written.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int rows)
{
    int t = threadIdx.x;
    for (int r = 0; r < rows; ++r)
        for (int c = t + 1; c < 64; c += 64)
            out[(blockIdx.x * rows + r) * 63 + c] = r;
}

// Rows and columns, a column a thread.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int rows)
{
    int t = threadIdx.x;
    for (int r = 0; r < rows; ++r)
        for (int c = t; c < 128; c += 64)
            out[(blockIdx.x * rows + r) * 128 + c] = r;
}

// Counts come out of two row pointers, and a place for each row comes last.
// kverify-test: block=64 grid=2 assume="monotone(row)"

// expect: proved
__global__ void fill(const int *row, int *out)
{
    int r = blockIdx.x * 64 + threadIdx.x;
    int from = row[r], count = row[r + 1] - from;
    for (int k = 0; k < count; ++k)
        out[from + k + r] = r;
    out[row[r + 1] + r] = -1;
}

// Rows of a sparse matrix: the row pointers never decrease, so rows do not overlap.
// kverify-test: block=64 assume="monotone(row)"

// expect: proved
__global__ void scale(const int *row, float *value, int rows, float by)
{
    int r = blockIdx.x * 64 + threadIdx.x;
    if (r < rows)
        for (int k = row[r]; k < row[r + 1]; ++k)
            value[k] *= by;
}

// expect: proved
__global__ void a_block_for_each_row(const int *row, float *value)
{
    int to = row[blockIdx.x + 1];
    for (int k = row[blockIdx.x] + threadIdx.x; k < to; k += 64)
        value[k] = k;
}

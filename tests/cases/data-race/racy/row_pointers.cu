// One element too many, and rows that may overlap since nobody says that they do not.
// kverify-test: block=64 grid=1 assume="monotone(row)"

// expect: violated
__global__ void last_included(const int *row, float *value)
{
    int r = threadIdx.x;
    for (int k = row[r]; k <= row[r + 1]; ++k)
        value[k] = r; //~ data-race block global write-write
}

// expect: violated
__global__ void another_array(const int *row, const int *begin, float *value)
{
    int r = threadIdx.x;
    for (int k = begin[r]; k < row[r]; ++k)
        value[k] = r; //~ data-race block global write-write
}

// Strides that start at half of any number of cells, not of a power of two: pairs meet where the number is none.
// kverify-test: assume="cells == 6" block=3 grid=1

// expect: violated
__global__ void merge_network(int *data, int cells)
{
    int t = threadIdx.x;
    int stride = cells / 2;
    int low = 2 * t - (t & (stride - 1));
    data[low] = t; //~ data-race block global write-write
    data[low + stride] = t + 1; //~ data-race block global write-write
}

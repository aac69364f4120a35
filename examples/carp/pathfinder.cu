// CARP D2.2.B, section 6: Rodinia's Pathfinder. Row by row, each cell takes the cheapest of the three above it; two rows in
// shared memory, and barriers between reading one and writing it.

#define BLOCK 256

// expect: proved
// kverify: block=256
__global__ void cheapest_path(const int *wall, const int *above, int *result, int columns, int rows)
{
    __shared__ int before[BLOCK];
    __shared__ int now[BLOCK];
    int t = threadIdx.x;
    int column = blockIdx.x * BLOCK + t;
    before[t] = column < columns ? above[column] : 0;
    __syncthreads();

    for (int row = 0; row < rows; ++row) {
        int left = before[max(t - 1, 0)];
        int right = before[min(t + 1, BLOCK - 1)];
        int cost = column < columns ? wall[row * columns + column] : 0;
        now[t] = cost + min(before[t], min(left, right));
        __syncthreads();
        before[t] = now[t];
        __syncthreads();
    }
    if (column < columns)
        result[column] = before[t];
}

// Neither barrier is where it is needed: the row above is overwritten while neighbours still read it, and read while
// neighbours still write it.
// expect: violated
// kverify: block=256
__global__ void cheapest_path_no_barriers(const int *wall, const int *above, int *result, int columns, int rows)
{
    __shared__ int before[BLOCK];
    __shared__ int now[BLOCK];
    int t = threadIdx.x;
    int column = blockIdx.x * BLOCK + t;
    before[t] = column < columns ? above[column] : 0; // @load

    for (int row = 0; row < rows; ++row) {
        int left = before[max(t - 1, 0)]; // @left
        //~ data-race block shared read-write with @load
        int right = before[min(t + 1, BLOCK - 1)]; // @right
        //~ data-race block shared read-write with @load
        int cost = column < columns ? wall[row * columns + column] : 0;
        now[t] = cost + min(before[t], min(left, right));
        before[t] = now[t];
        //~ data-race block shared read-write with @left
        //~ data-race block shared read-write with @right
        __syncthreads();
    }
    if (column < columns)
        result[column] = before[t];
}

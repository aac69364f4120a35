// Dynamic programming along diagonals (Needleman and Wunsch): a cell needs its neighbours above, to the left and between.

#define SIDE 16

__device__ int best(int a, int b, int c)
{
    return max(a, max(b, c));
}

// One tile of the table; `t` diagonals from the corner.
// expect: proved
// kverify: block=16
__global__ void wavefront(int *table, const int *similar, int columns, int penalty, int row)
{
    __shared__ int tile[SIDE + 1][SIDE + 1];
    __shared__ int weights[SIDE][SIDE];
    int t = threadIdx.x;
    int bx = blockIdx.x;
    int by = row - blockIdx.x;
    int corner = columns * SIDE * by + SIDE * bx;
    __builtin_assume(row >= (int)gridDim.x - 1 && columns > SIDE * (int)gridDim.x);
    if (t == 0)
        tile[0][0] = table[corner];
    for (int y = 0; y < SIDE; ++y)
        weights[y][t] = similar[corner + columns * (y + 1) + t + 1];
    tile[t + 1][0] = table[corner + columns * (t + 1)];
    __syncthreads(); // without: proved
    tile[0][t + 1] = table[corner + t + 1];
    __syncthreads(); // without: proved
    for (int m = 0; m < SIDE; ++m) {
        if (t <= m) {
            int x = t + 1;
            int y = m - t + 1;
            tile[y][x] = best(tile[y - 1][x - 1] + weights[y - 1][x - 1], tile[y][x - 1] - penalty,
                              tile[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int m = SIDE - 2; m >= 0; --m) {
        if (t <= m) {
            int x = t + SIDE - m;
            int y = SIDE - t;
            tile[y][x] = best(tile[y - 1][x - 1] + weights[y - 1][x - 1], tile[y][x - 1] - penalty,
                              tile[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int y = 0; y < SIDE; ++y)
        table[corner + columns * (y + 1) + t + 1] = tile[y + 1][t + 1];
}

// A whole table in shared memory, its side the block's.
// expect: proved
__global__ void wavefront_any(int *out, const int *similar, int penalty)
{
    extern __shared__ int tile[];
    int n = blockDim.x;
    int t = threadIdx.x;
    int pitch = n + 1;
    tile[t + 1] = -penalty * (t + 1);
    tile[(t + 1) * pitch] = -penalty * (t + 1);
    if (t == 0)
        tile[0] = 0;
    __syncthreads(); // without: proved
    for (int d = 0; d < 2 * n - 1; ++d) {
        int x = t + 1;
        int y = d - t + 1;
        if (y >= 1 && y <= n)
            tile[y * pitch + x] = best(tile[(y - 1) * pitch + x - 1] + similar[(y - 1) * n + t],
                                       tile[y * pitch + x - 1] - penalty, tile[(y - 1) * pitch + x] - penalty);
        __syncthreads();
    }
    for (int y = 0; y < n; ++y)
        out[(blockIdx.x * n + y) * n + t] = tile[(y + 1) * pitch + t + 1];
}

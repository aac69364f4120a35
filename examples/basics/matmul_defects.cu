// Three ways to get the tiled product wrong.

#define TILE 16

// Nobody waits until the tiles are full.
// expect: violated
// kverify: block=16,16
__global__ void no_wait_for_tiles(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        tile_a[ty][tx] = row < n && first + tx < n ? a[row * n + first + tx] : 0.0f; // @fill_a
        tile_b[ty][tx] = col < n && first + ty < n ? b[(first + ty) * n + col] : 0.0f; // @fill_b
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] //~ data-race block shared read-write with @fill_a
                 * tile_b[k][tx]; //~ data-race block shared read-write with @fill_b
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

// The next tiles overwrite the old ones while somebody still multiplies.
// expect: violated
// kverify: block=16,16
__global__ void no_wait_for_readers(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        tile_a[ty][tx] = row < n && first + tx < n ? a[row * n + first + tx] : 0.0f; // @refill_a
        tile_b[ty][tx] = col < n && first + ty < n ? b[(first + ty) * n + col] : 0.0f; // @refill_b
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[ty][k] //~ data-race block shared read-write with @refill_a
                 * tile_b[k][tx]; //~ data-race block shared read-write with @refill_b
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

// A column past the matrix is the next row's column.
// expect: violated
// kverify: block=16,16
__global__ void no_column_guard(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum; //~ data-race block global write-write //~ data-race grid global write-write
}

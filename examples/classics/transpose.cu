// Transposing a matrix, from the plainest way to the diagonal one.

#define TILE 32
#define ROWS 8

// expect: proved
__global__ void transpose_naive(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// expect: proved
// kverify: block=32,8
__global__ void transpose_tiled(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// A column more, so that the columns of a row lie in different banks.
// expect: proved
// kverify: block=32,8
__global__ void transpose_padded(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Blocks renumbered along diagonals; the matrix is covered exactly and square.
// expect: proved
// kverify: block=32,8
__global__ void transpose_diagonal(float *out, const float *in)
{
    __shared__ float tile[TILE][TILE + 1];
    __builtin_assume(gridDim.x == gridDim.y);
    int width = gridDim.x * TILE;
    int by = blockIdx.x;
    int bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = bx * TILE + threadIdx.x;
    int y = by * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = by * TILE + threadIdx.x;
    y = bx * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

// The tile's side is the block's.
// expect: proved
__global__ void transpose_any_tile(float *out, const float *in, int width, int height)
{
    extern __shared__ float tile[];
    int side = blockDim.x;
    __builtin_assume(blockDim.y == blockDim.x);
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (side + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * side + threadIdx.x;
    y = blockIdx.x * side + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (side + 1) + threadIdx.y];
}

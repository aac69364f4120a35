// Matrix products through tiles in shared memory. `// without:` says what each barrier is for: the pairs of accesses that
// race once it is gone.

#define TILE 16

// Square matrices of n x n, any n: cells outside of them count as zeros.
// expect: proved
// kverify: block=16,16
__global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;
    for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
        int ax = t * TILE + threadIdx.x;
        int by = t * TILE + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = y < n && ax < n ? a[y * n + ax] : 0.0f;
        bs[threadIdx.y][threadIdx.x] = by < n && x < n ? b[by * n + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < n)
        c[y * n + x] = sum;
}

// The tile's side is the block's, which the launch chooses; rows and columns as many as there are.
// expect: proved
__global__ void matmul_any_tile(const float *a, const float *b, float *c, int rows, int inner, int columns)
{
    extern __shared__ float tiles[];
    int side = blockDim.x;
    float *as = tiles;
    float *bs = tiles + side * side;
    int x = blockIdx.x * side + threadIdx.x;
    int y = blockIdx.y * side + threadIdx.y;
    __builtin_assume(blockDim.y == blockDim.x);
    float sum = 0.0f;
    for (int first = 0; first < inner; first += side) {
        int ax = first + threadIdx.x;
        int by = first + threadIdx.y;
        as[threadIdx.y * side + threadIdx.x] = y < rows && ax < inner ? a[y * inner + ax] : 0.0f;
        bs[threadIdx.y * side + threadIdx.x] = by < inner && x < columns ? b[by * columns + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < side; ++k)
            sum += as[threadIdx.y * side + k] * bs[k * side + threadIdx.x];
        __syncthreads();
    }
    if (x < columns && y < rows)
        c[y * columns + x] = sum;
}

// While one pair of tiles is multiplied, the next is loaded: one barrier a tile is enough.
// expect: proved
// kverify: block=16,16
__global__ void matmul_two_buffers(const float *a, const float *b, float *c, int tiles)
{
    __shared__ float as[2][TILE][TILE], bs[2][TILE][TILE];
    int n = tiles * TILE;
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    int buf = 0;
    float sum = 0.0f;
    as[0][ty][tx] = a[y * n + tx];
    bs[0][ty][tx] = b[ty * n + x];
    __syncthreads();
    for (int t = 1; t < tiles; ++t) {
        as[buf ^ 1][ty][tx] = a[y * n + t * TILE + tx];
        bs[buf ^ 1][ty][tx] = b[(t * TILE + ty) * n + x];
        for (int k = 0; k < TILE; ++k)
            sum += as[buf][ty][k] * bs[buf][k][tx];
        __syncthreads();
        buf ^= 1;
    }
    for (int k = 0; k < TILE; ++k)
        sum += as[buf][ty][k] * bs[buf][k][tx];
    if (x < n && y < n)
        c[y * n + x] = sum;
}

// Every thread makes a column of four results (register tiling).
// expect: proved
// kverify: block=16,4
__global__ void matmul_four_results(const float *a, const float *b, float *c, int tiles)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int n = tiles * TILE;
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int t = 0; t < tiles; ++t) {
        for (int r = 0; r < 4; ++r) {
            int row = ty + 4 * r;
            as[row][tx] = a[(blockIdx.y * TILE + row) * n + t * TILE + tx];
            bs[row][tx] = b[(t * TILE + row) * n + x];
        }
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            for (int r = 0; r < 4; ++r)
                sums[r] += as[ty + 4 * r][k] * bs[k][tx];
        __syncthreads();
    }
    if (x < n)
        for (int r = 0; r < 4; ++r)
            c[(blockIdx.y * TILE + ty + 4 * r) * n + x] = sums[r];
}

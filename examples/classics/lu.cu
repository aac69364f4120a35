// LU decomposition by blocks of SIDE x SIDE: the diagonal block, then the blocks right of it and below it, then the rest.

#define SIDE 16

// expect: proved
// kverify: block=16 grid=1
__global__ void lu_diagonal(float *m, int dim, int offset)
{
    __shared__ float s[SIDE][SIDE];
    int t = threadIdx.x;
    __builtin_assume(dim >= SIDE);
    for (int i = 0; i < SIDE; ++i)
        s[i][t] = m[(offset + i) * dim + offset + t];
    __syncthreads();
    for (int i = 0; i < SIDE - 1; ++i) {
        if (t > i) {
            for (int j = 0; j < i; ++j)
                s[t][i] -= s[t][j] * s[j][i];
            s[t][i] /= s[i][i];
        }
        __syncthreads();
        if (t > i)
            for (int j = 0; j < i + 1; ++j)
                s[i + 1][t] -= s[i + 1][j] * s[j][t];
        __syncthreads();
    }
    for (int i = 1; i < SIDE; ++i)
        m[(offset + i) * dim + offset + t] = s[i][t];
}

// Half of the threads for the row, half for the column.
// expect: proved
// kverify: block=32
__global__ void lu_perimeter(float *m, int dim, int offset)
{
    __shared__ float diagonal[SIDE][SIDE], row[SIDE][SIDE], column[SIDE][SIDE];
    int t = threadIdx.x % SIDE;
    bool first = threadIdx.x < SIDE;
    __builtin_assume(offset >= 0 && dim >= offset + ((int)gridDim.x + 1) * SIDE);
    int across = offset * dim + offset + (blockIdx.x + 1) * SIDE;
    int down = (offset + (blockIdx.x + 1) * SIDE) * dim + offset;
    if (first) {
        for (int i = 0; i < SIDE / 2; ++i)
            diagonal[i][t] = m[(offset + i) * dim + offset + t];
        for (int i = 0; i < SIDE; ++i)
            row[i][t] = m[across + i * dim + t];
    } else {
        for (int i = SIDE / 2; i < SIDE; ++i)
            diagonal[i][t] = m[(offset + i) * dim + offset + t];
        for (int i = 0; i < SIDE; ++i)
            column[i][t] = m[down + i * dim + t];
    }
    __syncthreads();
    if (first) {
        for (int i = 1; i < SIDE; ++i)
            for (int j = 0; j < i; ++j)
                row[i][t] -= diagonal[i][j] * row[j][t];
    } else {
        for (int i = 0; i < SIDE; ++i) {
            for (int j = 0; j < i; ++j)
                column[t][i] -= column[t][j] * diagonal[j][i];
            column[t][i] /= diagonal[i][i];
        }
    }
    __syncthreads();
    if (first) {
        for (int i = 1; i < SIDE; ++i)
            m[across + i * dim + t] = row[i][t];
    } else {
        for (int i = 0; i < SIDE; ++i)
            m[down + i * dim + t] = column[i][t];
    }
}

// expect: proved
// kverify: block=16,16
__global__ void lu_internal(float *m, int dim, int offset)
{
    __shared__ float row[SIDE][SIDE], column[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    __builtin_assume(gridDim.y == gridDim.x && offset >= 0 && dim >= offset + ((int)gridDim.x + 1) * SIDE);
    int down = offset + (blockIdx.y + 1) * SIDE;
    int across = offset + (blockIdx.x + 1) * SIDE;
    row[ty][tx] = m[(offset + ty) * dim + across + tx];
    column[ty][tx] = m[(down + ty) * dim + offset + tx];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < SIDE; ++i)
        sum += column[ty][i] * row[i][tx];
    m[(down + ty) * dim + across + tx] -= sum;
}

// LU decomposition with row pivoting, column by column in global memory, and whole for a small matrix in shared memory.

#define BLOCK 128
#define SMALL 16

// The row of the largest element of column k, on or below the diagonal. One block.
// expect: proved
// kverify: block=128 grid=1
__global__ void find_pivot(const float *a, int n, int k, int *pivot_row)
{
    __shared__ float size[BLOCK];
    __shared__ int row[BLOCK];
    int t = threadIdx.x;

    size[t] = -1.0f;
    row[t] = k;
    for (int i = k + t; i < n; i += BLOCK) {
        float s = fabsf(a[i * n + k]);
        if (s > size[t]) {
            size[t] = s;
            row[t] = i;
        }
    }
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half && size[t + half] > size[t]) {
            size[t] = size[t + half];
            row[t] = row[t + half];
        }
        __syncthreads();
    }
    if (t == 0)
        *pivot_row = row[0];
}

// Row i of the permutation starts as itself.
// expect: proved
__global__ void start_permutation(int *permutation, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        permutation[i] = i;
}

// expect: proved
__global__ void swap_permutation(int *permutation, const int *pivot_row, int k)
{
    int p = *pivot_row;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int old = permutation[k];
        permutation[k] = permutation[p];
        permutation[p] = old;
    }
}

// Rows k and p change places, a column a thread.
// expect: proved
__global__ void swap_rows(float *a, int n, int k, const int *pivot_row)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int p = *pivot_row;
    if (j < n && p > k && p < n && k >= 0) {
        float old = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = old;
    }
}

// The multipliers: column k below the diagonal, divided by the pivot.
// expect: proved
__global__ void scale_column(float *a, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (i < n && k < n && k >= 0)
        a[i * n + k] /= a[k * n + k];
}

// The part to the right and below: a cell a thread.
// expect: proved
__global__ void update_rest(float *a, int n, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (i < n && j < n && k >= 0)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

// A small matrix for each block, a row a thread, all steps in shared memory.
// expect: proved
// kverify: block=16
__global__ void decompose_small(float *matrices, int *pivots)
{
    __shared__ float a[SMALL][SMALL];
    __shared__ int chosen;
    int t = threadIdx.x;
    float *mine = matrices + blockIdx.x * SMALL * SMALL;

    for (int j = 0; j < SMALL; ++j)
        a[j][t] = mine[j * SMALL + t];
    __syncthreads();

    for (int k = 0; k < SMALL; ++k) {
        if (t == 0) {
            int best = k;
            for (int i = k + 1; i < SMALL; ++i)
                if (fabsf(a[i][k]) > fabsf(a[best][k]))
                    best = i;
            chosen = best;
            pivots[blockIdx.x * SMALL + k] = best;
        }
        __syncthreads();

        int p = chosen;
        if (p > k && p < SMALL) {
            float old = a[k][t];
            a[k][t] = a[p][t];
            a[p][t] = old;
        }
        __syncthreads();

        if (t > k) {
            a[t][k] /= a[k][k];
            for (int j = k + 1; j < SMALL; ++j)
                a[t][j] -= a[t][k] * a[k][j];
        }
        __syncthreads();
    }
    for (int j = 0; j < SMALL; ++j)
        mine[j * SMALL + t] = a[j][t];
}

// Conjugate gradient for a sparse matrix in CSR form: the kernels of one iteration, and the loop that launches them.

#define BLOCK 256

// expect: proved
__global__ void fill(float *v, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = value;
}

// expect: proved
__global__ void copy(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

// y = A x, a row a thread.
// expect: proved
__global__ void spmv(const int *row_start, const int *column, const float *value, const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0.0f;
        for (int k = row_start[row]; k < row_start[row + 1]; ++k)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}

// r = b - A x
// expect: proved
__global__ void residual(const float *b, const float *ax, float *r, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        r[i] = b[i] - ax[i];
}

// A partial dot product for each block.
// expect: proved
__global__ void dot(const float *a, const float *b, float *partial, int n)
{
    __shared__ float sum[BLOCK];
    int t = threadIdx.x;
    float mine = 0.0f;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x)
        mine += a[i] * b[i];
    sum[t] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// One block adds up what the blocks of `dot` left.
// expect: proved
__global__ void finish_dot(const float *partial, float *result, int blocks)
{
    __shared__ float sum[BLOCK];
    int t = threadIdx.x;
    sum[t] = t < blocks ? partial[t] : 0.0f;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sum[t] += sum[t + half];
    }
    if (t == 0)
        *result = sum[0];
}

// x += alpha p, r -= alpha A p, with alpha = rr / pap.
// expect: proved
__global__ void advance(const float *rr, const float *pap, const float *p, const float *ap, float *x, float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float alpha = *pap != 0.0f ? *rr / *pap : 0.0f;
    x[i] += alpha * p[i];
    r[i] -= alpha * ap[i];
}

// p = r + beta p, with beta = new_rr / rr.
// expect: proved
__global__ void direction(const float *new_rr, const float *rr, const float *r, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float beta = *rr != 0.0f ? *new_rr / *rr : 0.0f;
    p[i] = r[i] + beta * p[i];
}

// The inverse of the diagonal, for a Jacobi preconditioner.
// expect: proved
__global__ void inverse_diagonal(const int *row_start, const int *column, const float *value, float *d, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    d[row] = 1.0f;
    for (int k = row_start[row]; k < row_start[row + 1]; ++k)
        if (column[k] == row && value[k] != 0.0f)
            d[row] = 1.0f / value[k];
}

// expect: proved
__global__ void precondition(const float *d, const float *r, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = d[i] * r[i];
}

// The residual's norm is small enough: the first thread says so.
// expect: proved
__global__ void converged(const float *rr, float limit, int *flag)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *flag = *rr < limit * limit;
}

void iterate(const int *row_start, const int *column, const float *value, float *x, float *r, float *p, float *ap,
             float *partial, float *rr, float *new_rr, float *pap, int n, int steps)
{
    int blocks = 64;
    for (int step = 0; step < steps; ++step) {
        spmv<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(row_start, column, value, p, ap, n);
        dot<<<blocks, BLOCK>>>(p, ap, partial, n);
        finish_dot<<<1, BLOCK>>>(partial, pap, blocks);
        advance<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(rr, pap, p, ap, x, r, n);
        dot<<<blocks, BLOCK>>>(r, r, partial, n);
        finish_dot<<<1, BLOCK>>>(partial, new_rr, blocks);
        direction<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(new_rr, rr, r, p, n);
    }
}

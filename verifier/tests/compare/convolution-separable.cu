// kverify compare --block 8,8 --grid 1 --arg n=8: right is equivalent, wrong is different.
void reference(const float* x, const float* u, const float* v, float* y, int n) {
    for (int r = 1; r < n - 1; r++)
        for (int c = 1; c < n - 1; c++) {
            float sum = 0;
            for (int p = 0; p < 3; p++)
                for (int q = 0; q < 3; q++) sum += u[p] * v[q] * x[(r + p - 1) * n + c + q - 1];
            y[r * n + c] = sum;
        }
}

__global__ void right(const float* x, const float* u, const float* v, float* y, int n) {
    __shared__ float rows[8][8];
    int c = threadIdx.x, r = threadIdx.y;
    bool inside = c > 0 && c < n - 1;
    if (inside) rows[r][c] = v[0] * x[r * n + c - 1] + v[1] * x[r * n + c] + v[2] * x[r * n + c + 1];
    __syncthreads();
    if (inside && r > 0 && r < n - 1) y[r * n + c] = u[0] * rows[r - 1][c] + u[1] * rows[r][c] + u[2] * rows[r + 1][c];
}

__global__ void wrong(const float* x, const float* u, const float* v, float* y, int n) {
    __shared__ float rows[8][8];
    int c = threadIdx.x, r = threadIdx.y;
    bool inside = c > 0 && c < n - 1;
    if (inside) rows[r][c] = v[0] * x[r * n + c - 1] + v[1] * x[r * n + c] + v[2] * x[r * n + c + 1];
    __syncthreads();
    if (inside && r > 0 && r < n - 1) y[r * n + c] = u[2] * rows[r - 1][c] + u[1] * rows[r][c] + u[2] * rows[r + 1][c];
}

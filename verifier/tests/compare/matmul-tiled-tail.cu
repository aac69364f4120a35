// kverify compare --block 8,8 --grid 2,2 --assume n<=16: right is equivalent, wrong is different.
void reference(const float* a, const float* b, float* c, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0.0f;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

__global__ void right(const float* a, const float* b, float* c, int n) {
    __shared__ float as[8][8], bs[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int j = blockIdx.x * 8 + tx, i = blockIdx.y * 8 + ty;
    float sum = 0.0f;
    for (int t = 0; t < (n + 7) / 8 * 8; t += 8) {
        as[ty][tx] = i < n && t + tx < n ? a[i * n + t + tx] : 0.0f;
        bs[ty][tx] = j < n && t + ty < n ? b[(t + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 8; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (i < n && j < n) c[i * n + j] = sum;
}

__global__ void wrong(const float* a, const float* b, float* c, int n) {
    __shared__ float as[8][8], bs[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    int j = blockIdx.x * 8 + tx, i = blockIdx.y * 8 + ty;
    float sum = 0.0f;
    for (int t = 0; t < n / 8 * 8; t += 8) {
        as[ty][tx] = i < n && t + tx < n ? a[i * n + t + tx] : 0.0f;
        bs[ty][tx] = j < n && t + ty < n ? b[(t + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 8; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (i < n && j < n) c[i * n + j] = sum;
}

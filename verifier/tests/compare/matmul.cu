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
    int j = blockIdx.x * 8 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum = fmaf(a[i * n + k], b[k * n + j], sum);
    c[i * n + j] = sum;
}

__global__ void wrong(const float* a, const float* b, float* c, int n) {
    int j = blockIdx.x * 8 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum = fmaf(a[i * n + k], b[j * n + k], sum);
    c[i * n + j] = sum;
}

// kverify compare --block 4,4 --grid 2,2 --arg n=16: right is equivalent, wrong is different.
void reference(const float* a, const float* b, float* c, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0.0f;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

__global__ void right(const float* a, const float* b, float* c, int n) {
    int j = (blockIdx.x * 4 + threadIdx.x) * 2, i = (blockIdx.y * 4 + threadIdx.y) * 2;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k = 0; k < n; k++) {
        float a0 = a[i * n + k], a1 = a[(i + 1) * n + k];
        float b0 = b[k * n + j], b1 = b[k * n + j + 1];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a1 * b0;
        s11 += a1 * b1;
    }
    c[i * n + j] = s00;
    c[i * n + j + 1] = s01;
    c[(i + 1) * n + j] = s10;
    c[(i + 1) * n + j + 1] = s11;
}

__global__ void wrong(const float* a, const float* b, float* c, int n) {
    int j = (blockIdx.x * 4 + threadIdx.x) * 2, i = (blockIdx.y * 4 + threadIdx.y) * 2;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k = 0; k < n; k++) {
        float a0 = a[i * n + k], a1 = a[(i + 1) * n + k];
        float b0 = b[k * n + j], b1 = b[k * n + j + 1];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a0 * b1;
        s11 += a1 * b1;
    }
    c[i * n + j] = s00;
    c[i * n + j + 1] = s01;
    c[(i + 1) * n + j] = s10;
    c[(i + 1) * n + j + 1] = s11;
}

// kverify compare --block 16 --grid 1 --arg n=12: right is equivalent, wrong is different.
void reference(const float* x, const float* w, float* y, int n) {
    for (int i = 0; i + 2 < n; i++) y[i] = w[0] * x[i] + w[1] * x[i + 1] + w[2] * x[i + 2];
}

__global__ void right(const float* x, const float* w, float* y, int n) {
    __shared__ float columns[16 * 3];
    int i = threadIdx.x;
    for (int k = 0; k < 3; k++) columns[i * 3 + k] = i + k < n ? x[i + k] : 0.0f;
    __syncthreads();
    if (i + 2 < n) {
        float sum = 0;
        for (int k = 2; k >= 0; k--) sum += columns[i * 3 + k] * w[k];
        y[i] = sum;
    }
}

__global__ void wrong(const float* x, const float* w, float* y, int n) {
    __shared__ float columns[16 * 3];
    int i = threadIdx.x;
    for (int k = 0; k < 3; k++) columns[i * 3 + k] = i + k < n ? x[i + k] : 0.0f;
    __syncthreads();
    if (i + 2 < n) {
        float sum = 0;
        for (int k = 2; k >= 0; k--) sum += columns[i * 3 + k] * w[2 - k];
        y[i] = sum;
    }
}

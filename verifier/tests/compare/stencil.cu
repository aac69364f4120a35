// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 1; i < n - 1; i++) y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3.0f;
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) y[i] = x[i - 1] / 3.0f + x[i] / 3.0f + x[i + 1] / 3.0f;
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) y[i] = x[i - 1] / 3.0f + x[i] / 3.0f + x[i + 1] / 3.0f;
}

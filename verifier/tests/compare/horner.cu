// kverify compare --block 64 --grid 2 --assume n<=64: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) y[i] = 2.0f + 3.0f * x[i] + 5.0f * x[i] * x[i] + 7.0f * x[i] * x[i] * x[i];
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaf(fmaf(fmaf(7.0f, x[i], 5.0f), x[i], 3.0f), x[i], 2.0f);
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaf(fmaf(fmaf(5.0f, x[i], 7.0f), x[i], 3.0f), x[i], 2.0f);
}

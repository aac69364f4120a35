// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) y[i] = fmaxf(x[i], 0.0f);
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] > 0.5f ? x[i] : 0.0f;
}

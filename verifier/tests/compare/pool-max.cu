// kverify compare --block 16 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) {
        float m = x[2 * i];
        if (x[2 * i + 1] > m) m = x[2 * i + 1];
        y[i] = m;
    }
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[2 * i], x[2 * i + 1]);
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[2 * i], x[i + 1]);
}

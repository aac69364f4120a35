// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, const float* y, float* t, float* z, float a, int n) {
    for (int i = 0; i < n; i++) t[i] = a * x[i];
    for (int i = 0; i < n; i++) z[i] = t[i] + y[i];
}

__global__ void right(const float* x, const float* y, float* t, float* z, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        t[i] = x[i] * a;
        z[i] = fmaf(a, x[i], y[i]);
    }
}

__global__ void wrong(const float* x, const float* y, float* t, float* z, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        t[i] = x[i] * a;
        z[i] = fmaf(a, y[i], x[i]);
    }
}

// kverify compare --block 64 --grid 2 --assume n<=40: right is equivalent, wrong is different.
void reference(const float* a, const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += a[i * n + k] * x[k];
        y[i] = sum;
    }
}

__global__ void right(const float* a, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float even = 0, odd = 0;
    for (int k = 0; k + 1 < n; k += 2) {
        even += a[i * n + k] * x[k];
        odd += a[i * n + k + 1] * x[k + 1];
    }
    if (n % 2) even += a[i * n + n - 1] * x[n - 1];
    y[i] = even + odd;
}

__global__ void wrong(const float* a, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float even = 0, odd = 0;
    for (int k = 0; k + 1 < n; k += 2) {
        even += a[i * n + k] * x[k];
        odd += a[i * n + k + 1] * x[k + 1];
    }
    y[i] = even + odd;
}

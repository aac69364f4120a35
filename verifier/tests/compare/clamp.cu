// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, float* y, float lo, float hi, int n) {
    for (int i = 0; i < n; i++) y[i] = fminf(fmaxf(x[i], lo), hi);
}

__global__ void right(const float* x, float* y, float lo, float hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    if (v < lo) v = lo;
    if (v > hi) v = hi;
    y[i] = v;
}

__global__ void wrong(const float* x, float* y, float lo, float hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    if (v < lo) v = lo;
    if (v > hi) v = lo;
    y[i] = v;
}

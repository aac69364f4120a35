// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(float s, const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) y[i] = s * x[i] + y[i];
}

__global__ void right(float s, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaf(x[i], s, y[i]);
}

__global__ void wrong(float s, const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaf(y[i], s, x[i]);
}

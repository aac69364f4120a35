// kverify compare --block 64 --grid 2 --assume n<=64: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) y[i] = 0.5f * x[i] * (1.0f + tanhf(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], cube = v * v * v;
    float t = tanhf(0.79788456f * fmaf(0.044715f, cube, v));
    y[i] = v * 0.5f * (t + 1.0f);
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], cube = v * v;
    float t = tanhf(0.79788456f * fmaf(0.044715f, cube, v));
    y[i] = v * 0.5f * (t + 1.0f);
}

// kverify compare --block 8,8 --grid 2,2: right is equivalent, wrong is different.
void reference(const float* x, float* y, int h, int w) {
    for (int r = 1; r < h - 1; r++)
        for (int c = 1; c < w - 1; c++)
            y[r * w + c] = 0.25f * (x[(r - 1) * w + c] + x[(r + 1) * w + c] + x[r * w + c - 1] + x[r * w + c + 1]);
}

__global__ void right(const float* x, float* y, int h, int w) {
    int c = blockIdx.x * 8 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    if (r < 1 || c < 1 || r >= h - 1 || c >= w - 1) return;
    float sum = x[r * w + c - 1] + x[r * w + c + 1];
    sum += x[(r - 1) * w + c] + x[(r + 1) * w + c];
    y[r * w + c] = sum / 4.0f;
}

__global__ void wrong(const float* x, float* y, int h, int w) {
    int c = blockIdx.x * 8 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    if (r < 1 || c < 1 || r >= h - 1 || c >= w - 1) return;
    float sum = x[r * w + c - 1] + x[r * w + c + 1];
    sum += x[(r - 1) * h + c] + x[(r + 1) * w + c];
    y[r * w + c] = sum / 4.0f;
}

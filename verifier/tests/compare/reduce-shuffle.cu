// kverify compare --block 32 --grid 1: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    y[0] = sum;
}

__global__ void right(const float* x, float* y, int n) {
    float v = threadIdx.x < n ? x[threadIdx.x] : 0.0f;
    for (int s = 16; s > 0; s /= 2) v += __shfl_down_sync(0xffffffff, v, s);
    if (threadIdx.x == 0) y[0] = v;
}

__global__ void wrong(const float* x, float* y, int n) {
    float v = threadIdx.x < n ? x[threadIdx.x] : 0.0f;
    for (int s = 8; s > 0; s /= 2) v += __shfl_down_sync(0xffffffff, v, s);
    if (threadIdx.x == 0) y[0] = v;
}

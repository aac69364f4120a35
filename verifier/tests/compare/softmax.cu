// kverify compare --block 32 --grid 1: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float m = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
    for (int i = 0; i < n; i++) sum += expf(x[i] - m);
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}

__global__ void right(const float* x, float* y, int n) {
    int t = threadIdx.x;
    float v = t < n ? x[t] : -INFINITY, m = v;
    for (int s = 16; s > 0; s /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, s));
    float e = t < n ? expf(v - m) : 0.0f, sum = e;
    for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (t < n) y[t] = e * (1.0f / sum);
}

__global__ void wrong(const float* x, float* y, int n) {
    int t = threadIdx.x;
    float v = t < n ? x[t] : -INFINITY, m = v;
    for (int s = 16; s > 0; s /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, s));
    float e = t < n ? expf(v - m) : 1.0f, sum = e;
    for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
    if (t < n) y[t] = e * (1.0f / sum);
}

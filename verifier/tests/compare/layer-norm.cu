// kverify compare --block 32 --grid 1 --arg n=32: right is equivalent, wrong is different.
void reference(const float* x, const float* g, const float* b, float* y, int n) {
    float mean = 0, var = 0;
    for (int i = 0; i < n; i++) mean += x[i];
    mean /= n;
    for (int i = 0; i < n; i++) var += (x[i] - mean) * (x[i] - mean);
    var /= n;
    for (int i = 0; i < n; i++) y[i] = (x[i] - mean) / sqrtf(var + 1e-5f) * g[i] + b[i];
}

__global__ void right(const float* x, const float* g, const float* b, float* y, int n) {
    int t = threadIdx.x;
    float v = x[t], sum = v;
    for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
    float mean = sum / n, d = v - mean, sq = d * d;
    for (int s = 16; s > 0; s /= 2) sq += __shfl_xor_sync(0xffffffff, sq, s);
    y[t] = d * rsqrtf(sq / n + 1e-5f) * g[t] + b[t];
}

__global__ void wrong(const float* x, const float* g, const float* b, float* y, int n) {
    int t = threadIdx.x;
    float v = x[t], sum = v;
    for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
    float mean = sum / n, d = v - mean, sq = d * d;
    for (int s = 16; s > 0; s /= 2) sq += __shfl_xor_sync(0xffffffff, sq, s);
    y[t] = d * rsqrtf(sq / (n - 1) + 1e-5f) * g[t] + b[t];
}

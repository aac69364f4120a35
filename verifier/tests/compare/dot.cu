// kverify compare --block 32 --grid 1: right is equivalent, wrong is different.
void reference(const float* x, const float* y, float* z, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    z[0] = sum;
}

__global__ void right(const float* x, const float* y, float* z, int n) {
    float v = 0;
    for (int i = threadIdx.x; i < n; i += 32) v += x[i] * y[i];
    for (int s = 1; s < 32; s *= 2) v += __shfl_xor_sync(0xffffffff, v, s);
    if (threadIdx.x == 0) z[0] = v;
}

__global__ void wrong(const float* x, const float* y, float* z, int n) {
    float v = 0;
    for (int i = threadIdx.x; i < n; i += 32) v += x[i] * y[i];
    for (int s = 1; s < 16; s *= 2) v += __shfl_xor_sync(0xffffffff, v, s);
    if (threadIdx.x == 0) z[0] = v;
}

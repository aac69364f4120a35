// kverify compare --block 128 --grid 1: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    y[0] = sum;
}

__global__ void right(const float* x, float* y, int n) {
    __shared__ float part[4];
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    for (int s = 16; s > 0; s /= 2) v += __shfl_xor_sync(0xffffffff, v, s);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t == 0) y[0] = part[0] + part[1] + part[2] + part[3];
}

__global__ void wrong(const float* x, float* y, int n) {
    __shared__ float part[4];
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    for (int s = 16; s > 0; s /= 2) v += __shfl_xor_sync(0xffffffff, v, s);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t == 0) y[0] = part[0] + part[1] + part[2];
}

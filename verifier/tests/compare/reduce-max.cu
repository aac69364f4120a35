// kverify compare --block 64 --grid 1: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float m = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > m) m = x[i];
    y[0] = m;
}

__global__ void right(const float* x, float* y, int n) {
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = t < n ? x[t] : -INFINITY;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    if (t == 0) y[0] = part[0];
}

__global__ void wrong(const float* x, float* y, int n) {
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    if (t == 0) y[0] = part[0];
}

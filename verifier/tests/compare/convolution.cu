// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, const float* w, float* y, int n) {
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = -2; k <= 2; k++)
            if (i + k >= 0 && i + k < n) sum += w[k + 2] * x[i + k];
        y[i] = sum;
    }
}

__global__ void right(const float* x, const float* w, float* y, int n) {
    __shared__ float tile[68];
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int t = threadIdx.x; t < 68; t += 64) {
        int at = (int)(blockIdx.x * 64) + t - 2;
        tile[t] = at >= 0 && at < n ? x[at] : 0.0f;
    }
    __syncthreads();
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 5; k++) sum += w[k] * tile[threadIdx.x + k];
        y[i] = sum;
    }
}

__global__ void wrong(const float* x, const float* w, float* y, int n) {
    __shared__ float tile[68];
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int t = threadIdx.x; t < 67; t += 64) {
        int at = (int)(blockIdx.x * 64) + t - 2;
        tile[t] = at >= 0 && at < n ? x[at] : 0.0f;
    }
    __syncthreads();
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 5; k++) sum += w[k] * tile[threadIdx.x + k];
        y[i] = sum;
    }
}

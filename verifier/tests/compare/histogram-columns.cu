// kverify compare --block 32 --grid 1 --arg n=20: right is equivalent, wrong is different.
void reference(const int* x, int* y, int n) {
    for (int c = 0; c < 4; c++) {
        y[c] = 0;
        for (int i = c; i < n; i += 4) y[c] += x[i];
    }
}

__global__ void right(const int* x, int* y, int n) {
    __shared__ int sums[4];
    int t = threadIdx.x;
    if (t < 4) sums[t] = 0;
    __syncthreads();
    if (t < n) atomicAdd(&sums[t % 4], x[t]);
    __syncthreads();
    if (t < 4) y[t] = sums[t];
}

__global__ void wrong(const int* x, int* y, int n) {
    __shared__ int sums[4];
    int t = threadIdx.x;
    if (t < 4) sums[t] = 0;
    __syncthreads();
    if (t < n) atomicAdd(&sums[t % 4], x[t]);
    if (t < 4) y[t] = sums[t];
}

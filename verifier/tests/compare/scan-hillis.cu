// kverify compare --block 64 --grid 1: right is equivalent, wrong is different.
void reference(const int* x, int* y, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

__global__ void right(const int* x, int* y, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        int before = t >= s ? part[t - s] : 0;
        __syncthreads();
        part[t] += before;
        __syncthreads();
    }
    if (t < n) y[t] = part[t];
}

__global__ void wrong(const int* x, int* y, int n) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        int before = t >= s ? part[t - s] : 0;
        part[t] += before;
        __syncthreads();
    }
    if (t < n) y[t] = part[t];
}

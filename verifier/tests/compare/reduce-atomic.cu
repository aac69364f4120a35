// kverify compare --block 32 --grid 2: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    for (int i = 0; i < n; i++) y[0] += x[i];
}

__global__ void right(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(y, x[i]);
}

__global__ void wrong(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) atomicAdd(y, x[i]);
}

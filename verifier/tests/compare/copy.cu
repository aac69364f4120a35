// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const float* a, float* b, int n) {
    for (int i = 0; i < n; i++) b[i] = a[i];
}

__global__ void right(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}

__global__ void wrong(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) b[i] = a[i];
}

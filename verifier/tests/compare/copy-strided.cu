// kverify compare --block 32 --grid 2 --arg n=200: right is equivalent, wrong is different.
void reference(const int* a, int* b, int n) {
    for (int i = 0; i < n; i++) b[i] = a[i];
}

__global__ void right(const int* a, int* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) b[i] = a[i];
}

__global__ void wrong(const int* a, int* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x + 1) b[i] = a[i];
}

// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(int* x, int n) {
    for (int i = 0; i < n / 2; i++) {
        int t = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = t;
    }
}

__global__ void right(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int a = x[i], b = x[n - 1 - i];
        x[i] = b;
        x[n - 1 - i] = a;
    }
}

__global__ void wrong(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int a = x[i], b = x[n - 1 - i];
        x[i] = b;
        x[n - i] = a;
    }
}

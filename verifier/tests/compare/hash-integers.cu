// kverify compare --block 64 --grid 2: right is equivalent, wrong is different.
void reference(const unsigned* x, unsigned* y, int n) {
    for (int i = 0; i < n; i++) y[i] = (x[i] + 7u) * 2654435761u;
}

__global__ void right(const unsigned* x, unsigned* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * 2654435761u + 7u * 2654435761u;
}

__global__ void wrong(const unsigned* x, unsigned* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * 2654435761u + 7u;
}

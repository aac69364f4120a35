// kverify compare --block 8,8 --grid 2,2: right is equivalent, wrong is different.
void reference(const float* a, float* b, int h, int w) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) b[x * h + y] = a[y * w + x];
}

__global__ void right(const float* a, float* b, int h, int w) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) b[x * h + y] = a[y * w + x];
}

__global__ void wrong(const float* a, float* b, int h, int w) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) b[x * w + y] = a[y * w + x];
}

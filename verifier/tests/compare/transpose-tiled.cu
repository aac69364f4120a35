// kverify compare --block 8,8 --grid 2,2: right is equivalent, wrong is different.
void reference(const float* a, float* b, int h, int w) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) b[x * h + y] = a[y * w + x];
}

__global__ void right(const float* a, float* b, int h, int w) {
    __shared__ float tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = a[y * w + x];
    __syncthreads();
    x = blockIdx.y * 8 + threadIdx.x;
    y = blockIdx.x * 8 + threadIdx.y;
    if (x < h && y < w) b[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void wrong(const float* a, float* b, int h, int w) {
    __shared__ float tile[8][9];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = a[y * w + x];
    x = blockIdx.y * 8 + threadIdx.x;
    y = blockIdx.x * 8 + threadIdx.y;
    if (x < h && y < w) b[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

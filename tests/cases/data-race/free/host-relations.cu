// Kernels without guards of their own: the host code says how the grid depends on what it hands over.

// expect: proved
__global__ void invert(float *image, int width, int pitch) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    image[y * pitch + x] = 1.0f - image[y * pitch + x];
}

// The block size only a switch knows.
template <int SIZE, bool EVEN> __global__ void halve(int *data) {
    __shared__ int tile[SIZE];
    tile[threadIdx.x] = data[blockIdx.x * SIZE + threadIdx.x];
    __syncthreads();
    data[blockIdx.x * SIZE + threadIdx.x] = tile[SIZE - 1 - threadIdx.x] / 2;
}

void read(const char *path, int *width, int *height);
float *allocate(const char *path);

static void run(float *image, const char *path) {
    int width, height;
    read(path, &width, &height);
    dim3 block(16, 16);
    dim3 grid(width / block.x, height / block.y);
    invert<<<grid, block>>>(image, width, width);
}

static void halve_all(int *data, int blocks, int threads) {
    switch (threads) {
    case 64:
        halve<64, true><<<blocks, threads>>>(data);
        break;
    case 128:
        halve<128, false><<<blocks, threads>>>(data);
        break;
    }
}

int main(int argc, char **argv) {
    float *image = allocate(argv[1]);
    run(image, argv[1]);
    halve_all((int *)image, argc, argc * 64);
}

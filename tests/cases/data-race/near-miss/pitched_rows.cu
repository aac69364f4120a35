// kverify-test: host=project
// Rows that the runtime lays out: the pitch is no less than what was asked for.

// expect: proved
__global__ void in_bytes(float *base, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float *row = (float *)((char *)base + y * pitch);
        row[x] = x + y;
    }
}

// expect: proved
__global__ void in_elements(float *base, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w && y < h)
        base[y * pitch + x] = x + y;
}

void run_pitched(int w, int h)
{
    float *p;
    size_t pitch;
    cudaMallocPitch((void **)&p, &pitch, w * sizeof(float), h);
    in_bytes<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(p, pitch, w, h);
    in_elements<<<dim3((w + 63) / 64, h), 64>>>(p, pitch / sizeof(float), w, h);
}

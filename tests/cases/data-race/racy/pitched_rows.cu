// kverify-test: host=project
// As in near-miss/pitched_rows.cu, but rows of fewer bytes were asked for than the kernel writes.

// expect: violated
__global__ void rows_of_bytes(float *base, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w && y < h) {
        float *row = (float *)((char *)base + y * pitch);
        row[x] = x + y; //~ data-race grid global write-write
    }
}

void run_short_rows(int w, int h)
{
    float *p;
    size_t pitch;
    cudaMallocPitch((void **)&p, &pitch, w, h);
    rows_of_bytes<<<dim3((w + 63) / 64, h), 64>>>(p, pitch, w, h);
}

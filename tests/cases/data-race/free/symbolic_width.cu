// Rows and columns are guarded.

// expect: proved
__global__ void k(float *a, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * width + x] = x;
}

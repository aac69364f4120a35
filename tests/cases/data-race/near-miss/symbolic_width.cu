// The rows are longer than they are wide; the user says so.
// kverify-test: assume="width <= pitch"

// expect: proved
__global__ void k(float *a, int width, int pitch, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * pitch + x] = x;
}

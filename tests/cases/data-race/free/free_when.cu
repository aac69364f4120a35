// The same kernels where the condition holds: it is the user's word.
// kverify-test: assume="pitch >= width" assume="stride >= w * h" assume="len < 64"

// expect: proved
// free-when: nothing
__global__ void pitched(float *a, int pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * pitch + x] = x;
}

// expect: proved
__global__ void planes(float *a, int w, int h, int stride)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    if (x < w && y < h)
        a[z * stride + y * w + x] = x;
}

// expect: proved
__global__ void rows_of_64(float *a, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j <= len; j++)
        a[i * 64 + j] = j;
}

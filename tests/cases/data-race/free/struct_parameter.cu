// Members of a struct by value.

struct View {
    int *data;
    int width;
    int height;
};

// expect: proved
__global__ void k(View v)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < v.width && y < v.height)
        v.data[y * v.width + x] = x;
}

// The host covers a matrix with tiles of which the kernel forgets the halo.

// expect: proved
__global__ void blur(float *out, const float *in, int width, int height)
{
    __shared__ float tile[18][18]; // @tile
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y + 1][threadIdx.x + 1] = in[y * width + x];
    __syncthreads();
    if (x < width && y < height)
        out[y * width + x] = tile[threadIdx.y + 1][threadIdx.x] + tile[threadIdx.y + 1][threadIdx.x + 2]; //~ warning uninitialised-read x2
}

void launch(float *out, const float *in, int width, int height)
{
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    blur<<<grid, block>>>(out, in, width, height);
}

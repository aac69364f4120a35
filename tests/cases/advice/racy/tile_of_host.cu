// The host covers a matrix with tiles: the launch that is counted in has a grid that fits its sizes.
// kverify-test: perf=yes

// expect: proved
__global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    if (to_x < height && to_y < width)
        out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y]; //~ note bank-conflict
}

void launch(float *out, const float *in, int width, int height)
{
    dim3 block(32, 32), grid((width + 31) / 32, (height + 31) / 32);
    transpose<<<grid, block>>>(out, in, width, height);
}

// kverify: block=32,32 grid=1
__global__ void transpose(const float *in, float *out, int pitch)
{
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.x * pitch + threadIdx.y];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    __syncthreads();
}

// kverify: block=32,32 grid=1
__global__ void ignored(float *out)
{
    __shared__ float tile[32][32];
    tile[threadIdx.x][threadIdx.y] = out[threadIdx.y * 32 + threadIdx.x]; // kverify: ignore[bank-conflict] once only
}

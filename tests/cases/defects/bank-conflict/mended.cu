// Rows of one element more.
// kverify-test: block=32,32 grid=1 perf=yes

// expect: proved
__global__ void transpose(const float *in, float *out)
{
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// Requests of warps that shared memory serves in several passes.
// kverify-test: block=32,8 grid=1 perf=yes

// expect: proved
__global__ void column(float *out)
{
    __shared__ float tile[8][32];
    tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    const int n = threadIdx.y * 32 + threadIdx.x;
    out[n] = tile[n % 8][n / 8]; //~ note bank-conflict
}

// Halves of a warp are served for themselves: of 16 lanes, four ask for words of one bank.
__global__ void doubles(double *out)
{
    __shared__ double values[1024];
    const int n = threadIdx.y * 32 + threadIdx.x;
    values[4 * n] = out[n]; //~ note bank-conflict
    out[n] = 2 * values[4 * n]; //~ note bank-conflict
}

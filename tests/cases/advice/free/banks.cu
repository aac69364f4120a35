// What is served at once.
// kverify-test: block=32,8 grid=1 perf=yes

// expect: proved
__global__ void padded(float *out)
{
    __shared__ float tile[8][33];
    tile[threadIdx.y][threadIdx.x] = out[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    const int n = threadIdx.y * 32 + threadIdx.x;
    out[n] = tile[n / 32][31 - n % 32];
}

// One word for all lanes.
__global__ void broadcast(float *out)
{
    __shared__ float values[8];
    if (threadIdx.x == 0)
        values[threadIdx.y] = out[threadIdx.y * 32];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = values[threadIdx.y];
}

// Odd strides meet no bank twice.
__global__ void odd(float *out)
{
    __shared__ float values[256 * 3];
    const int n = threadIdx.y * 32 + threadIdx.x;
    values[3 * n] = out[n];
    out[n] = 2 * values[3 * n];
}

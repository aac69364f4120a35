// A doubling loop with a bound ends before it overflows; a generator of random numbers matters to nobody else.
// kverify-test: block=256

// expect: proved
__global__ void reduce(const int *in, int *out, unsigned n)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned s = 1; s < n; s *= 2) {
        int sum = threadIdx.x >= s ? tile[threadIdx.x - s] : 0;
        __syncthreads();
        tile[threadIdx.x] += sum;
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x];
}

// expect: proved
__global__ void draw(unsigned *p)
{
    unsigned w = 1;
    for (int i = 0; i < 100; i++)
        w = w * 1664525u + 1013904223u;
    p[blockIdx.x * blockDim.x + threadIdx.x] = w;
}

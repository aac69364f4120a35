// The computed pitch is one too small.
// kverify-test: block=64 grid=2

constexpr int pitch(int width) { return width - 1; }

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[8 * 8];
    int x = threadIdx.x % 8;
    int y = threadIdx.x / 8;
    s[y * pitch(8) + x] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

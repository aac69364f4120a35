// The computed pitch leaves room.
// kverify-test: block=64 grid=2

constexpr int pitch(int width) { return width + 1; }

// expect: proved
__global__ void k(int *out)
{
    constexpr int p = pitch(8);
    __shared__ int s[8 * p];
    int x = threadIdx.x % 8;
    int y = threadIdx.x / 8;
    s[y * p + x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[x * p + y];
}

// Forwards with one pointer, backwards with another: they stop in front of each other.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int *up = s + threadIdx.x;
    int *down = s + 127 - threadIdx.x;
    *up = 1;
    *down = 2;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = up[64] + down[-64];
}

// High and low bits change places: still one cell each.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[((t & 7) << 3) | (t >> 3)] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

// A bank-free padding by shifts.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64 + 4];
    int t = threadIdx.x;
    s[t + (t >> 4)] = t;
    __syncthreads();
    int r = 63 - t;
    out[blockIdx.x * 64 + t] = s[r + (r >> 4)];
}

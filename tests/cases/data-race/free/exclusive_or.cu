// A butterfly with a barrier on both sides.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 64 + t];
    for (int m = 1; m < 64; m <<= 1) {
        __syncthreads();
        int sum = s[t] + s[t ^ m];
        __syncthreads();
        s[t] = sum;
    }
    out[blockIdx.x * 64 + t] = s[t];
}

// The last byte before the neighbour's word.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    char *bytes = (char *)s;
    int t = threadIdx.x;
    s[t] = t;
    bytes[4 * t + 3] = 1;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

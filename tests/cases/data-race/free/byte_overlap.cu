// The bytes of one's own word.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    char *bytes = (char *)s;
    int t = threadIdx.x;
    for (int i = 0; i < 4; ++i)
        bytes[4 * t + i] = i;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

// Every other short is the upper half of an int.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    short *half = (short *)s;
    int t = threadIdx.x;
    half[2 * t + 1] = t;
    half[2 * t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

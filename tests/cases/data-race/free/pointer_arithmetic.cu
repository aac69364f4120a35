// The pointer walks over one's own stretch.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64 * 4];
    int *p = &s[threadIdx.x * 4];
    for (int i = 0; i < 4; ++i)
        *p++ = i;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

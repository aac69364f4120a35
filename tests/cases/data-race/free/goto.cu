// A loop made of a jump.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[256];
    int i = threadIdx.x;
again:
    s[i] = i;
    i += 64;
    if (i < 256)
        goto again;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// The pointer starts a cell late and walks a cell too far.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64 * 4 + 2];
    int *p = s + threadIdx.x * 4 + 1;
    int *end = p + 5;
    while (p != end)
        *p++ = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// One element more.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void shift(int *out)
{
    __shared__ int s[65];
    s[threadIdx.x + 1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[64 - threadIdx.x];
}

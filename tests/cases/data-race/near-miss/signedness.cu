// A remainder keeps its sign, so the two halves stay apart.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int i = (int)threadIdx.x - 32;
    s[i % 33 + 32] = i;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

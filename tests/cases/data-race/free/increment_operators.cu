// The index is raised after it was used.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int i = threadIdx.x * 2;
    s[i++] = 1;
    s[i++] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

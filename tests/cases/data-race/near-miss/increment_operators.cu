// Raised, lowered, and used in a comma expression.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int i = threadIdx.x * 2;
    int j = (++i, i--, i);
    s[j] = 1;
    s[j += 1] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

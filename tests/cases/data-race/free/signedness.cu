// Comparison of an unsigned id with a negative number: the number becomes huge, and all threads write.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    if (threadIdx.x < -1)
        s[threadIdx.x] = 1;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// Quotients and shifts that are defined for all threads.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void rows(int *out, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i / (threadIdx.x + 1) + (1 << threadIdx.x % 32);
}

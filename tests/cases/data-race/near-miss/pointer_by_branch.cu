// Two threads share an index, but never an array.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int a[32];
    __shared__ int b[32];
    int t = threadIdx.x;
    int *p = t % 2 == 0 ? a : b;
    p[t / 2] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[t / 2] + b[t / 2];
}

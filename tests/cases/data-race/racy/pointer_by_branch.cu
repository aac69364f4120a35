// The two pointers of the branches meet in one array.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int a[64];
    __shared__ int b[64];
    int t = threadIdx.x;
    int *p = t % 2 == 0 ? a : b;
    p[t / 4] = t; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[t] + b[t];
}

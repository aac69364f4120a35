// The pointer differs by branch, the index by thread.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int a[64];
    __shared__ int b[64];
    int t = threadIdx.x;
    int *p;
    if (t < 32)
        p = a;
    else
        p = b;
    p[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[t] + b[t]; //~ warning uninitialised-read x2
}

// Halving within one thread, stepping in another array.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int a[256];
    __shared__ int b[256];
    int t = threadIdx.x;
    if (t == 0)
        for (int i = 128; i > 0; i /= 2)
            a[i] = 1;
    for (int i = t; i < 256; i += 64)
        b[i] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + t] = a[t] + b[t]; //~ warning uninitialised-read
}

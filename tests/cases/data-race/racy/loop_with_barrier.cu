// One buffer, one barrier: a fast thread writes what a slow one has yet to read.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int x = 0;
    for (int i = 0; i < n; ++i) {
        s[t] = x + t; // @put
        __syncthreads();
        x += s[63 - t]; //~ data-race block shared read-write with @put
    }
    out[blockIdx.x * 64 + t] = x;
}

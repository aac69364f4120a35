// The body runs once before the test.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, int n)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    do {
        s[i / 2] = i; //~ data-race block shared write-write
        i += 64;
    } while (i < n && i < 64);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

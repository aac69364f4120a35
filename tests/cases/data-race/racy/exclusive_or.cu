// The partner is read in the interval in which it writes.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 64 + t]; // @put
    out[blockIdx.x * 64 + t] = s[t ^ 1]; //~ data-race block shared read-write with @put
}

// Only the chosen operand is read, and it is a neighbour's.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    int x = t > 0 ? s[t - 1] : 0; //~ data-race block shared read-write with @put
    out[blockIdx.x * 64 + t] = x;
}

// The right operand is read by all but the last thread.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    if (t < 63 && s[t + 1] > 0) //~ data-race block shared read-write with @put
        out[blockIdx.x * 64 + t] = 1;
}

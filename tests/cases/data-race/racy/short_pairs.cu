// Pairs of shorts are read as ints before both halves are there.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ short s[64];
    int t = threadIdx.x;
    s[t] = t; // @half
    if (t < 32)
        out[blockIdx.x * 32 + t] = ((int *)s)[t]; //~ data-race block shared read-write with @half
}

// The whole record is copied while its owner changes a member.
// kverify-test: block=64 grid=2

struct Pair {
    int a, b;
};

// expect: violated
__global__ void k(Pair *out)
{
    __shared__ Pair s[64];
    int t = threadIdx.x;
    s[t].b = t; // @b
    out[blockIdx.x * 64 + t] = s[63 - t]; //~ data-race block shared read-write with @b
}

// A record is copied next to the one that changes.
// kverify-test: block=64 grid=2

struct Pair {
    int a, b;
};

// expect: proved
__global__ void k(Pair *out)
{
    __shared__ Pair s[128];
    int t = threadIdx.x;
    s[2 * t].b = t;
    s[2 * t + 1] = s[2 * t]; //~ warning uninitialised-read
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}

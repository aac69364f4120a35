// Whole records, own cells.
// kverify-test: block=64 grid=2

struct Pair {
    int a, b;
};

// expect: proved
__global__ void k(Pair *out)
{
    Pair p;
    p.a = threadIdx.x;
    p.b = blockIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = p;
}

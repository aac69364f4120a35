// The last thread does not reach the assertion; what callers must guarantee is no finding.
// kverify-test: block=64 grid=2
#include <cassert>

// expect: proved
__global__ void k(int *out, const int *in, int n)
{
    assert(n % 64 == 0);
    assert(in[threadIdx.x] > 0);
    int next = threadIdx.x + 1;
    if (threadIdx.x < 63) {
        assert(next < 64);
        out[blockIdx.x * 64 + threadIdx.x] = next;
    }
}

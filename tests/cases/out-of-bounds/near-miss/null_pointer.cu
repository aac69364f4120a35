// Threads that have no place to write to do not write; whether the callers' choice is null is theirs to know.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int *other, int which)
{
    int *p = nullptr;
    if (threadIdx.x % 2 == 0)
        p = out + blockIdx.x * 64;
    if (p != nullptr)
        p[threadIdx.x] = 1;
    int *q = nullptr;
    if (which == 1)
        q = other;
    q[blockIdx.x * 64 + threadIdx.x] = 1;
}

// The last thread has no next one.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void next(int *out)
{
    int to = threadIdx.x + 1;
    if (to < blockDim.x) {
        assert(to < blockDim.x);
        out[to] = threadIdx.x;
    }
}

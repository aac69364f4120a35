// memcheck, hardware exceptions: an assertion fails.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void next(int *out)
{
    int to = threadIdx.x + 1;
    assert(to < blockDim.x); //~ assertion
    out[to] = threadIdx.x;
}

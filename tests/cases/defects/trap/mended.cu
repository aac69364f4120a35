// No thread comes there.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void check(int *out)
{
    if (threadIdx.x == blockDim.x)
        __trap();
    out[threadIdx.x] = 1;
}

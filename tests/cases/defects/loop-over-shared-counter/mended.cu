// Each has its own.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void rounds(int *out)
{
    for (int i = 0; i < 10; ++i)
        out[threadIdx.x] += i;
}

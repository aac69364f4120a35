// Zero is the end.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void halve(int *out, int n)
{
    for (int i = 64; i > 0; i /= 2)
        out[threadIdx.x] += i;
}

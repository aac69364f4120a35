// As many rounds as elements.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void digits(int *out)
{
    int count[8];
    for (int i = 0; i < 8; ++i)
        count[i] = i;
    out[threadIdx.x] = count[threadIdx.x % 8];
}

// Offsets of the neighbours, read only.
// kverify-test: block=4 grid=1

// expect: proved
__global__ void k(const int *in, int *out)
{
    const int dx[4] = { -1, 1, -4, 4 };
    int sum = 0;
    for (int d : dx)
        sum += in[threadIdx.x + 4 + d];
    out[threadIdx.x] = sum;
}

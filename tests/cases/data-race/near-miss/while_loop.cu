// Blocks of one thread each may take any stride.
// kverify-test: block=1

// expect: proved
__global__ void k(int *out, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[blockIdx.x * n + i] = i;
        i += 3;
    }
}

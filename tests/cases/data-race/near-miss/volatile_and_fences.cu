// `volatile` on one's own cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(volatile int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = i;
    out[i] = out[i] + 1;
}

// Each thread writes both halves of the int that it reads.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ short s[128];
    int t = threadIdx.x;
    s[2 * t] = t;
    s[2 * t + 1] = t;
    out[blockIdx.x * 64 + t] = ((int *)s)[t];
}

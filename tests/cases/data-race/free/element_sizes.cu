// Bytes, shorts, doubles: neighbours do not overlap.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(char *c, short *s, long long *l, double *d, bool *b)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    c[i] = 1;
    s[i] = 2;
    l[i] = 3;
    d[i] = 4.0;
    b[i] = true;
}

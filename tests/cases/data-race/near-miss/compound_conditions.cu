// The conditions leave nobody.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k(int *out)
{
    int t = threadIdx.x;
    bool a = t < 10;
    bool b = t > 20;
    if (a && b || a && !a)
        out[0] = t;
}

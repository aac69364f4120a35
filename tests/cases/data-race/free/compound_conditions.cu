// The conditions leave one thread.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (t % 8 == 3 && t / 8 == 2)
        out[0] = t;
}

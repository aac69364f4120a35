// Advice: both ways of a branch cost every warp time.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void parity(float *a)
{
    float x = a[threadIdx.x];
    if (threadIdx.x % 2) //~ note divergent-branch
        for (int i = 0; i < 100; ++i)
            x = x * x + 1;
    else
        for (int i = 0; i < 100; ++i)
            x = x * x - 1;
    a[threadIdx.x] = x;
}

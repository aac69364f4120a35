// Both halves of a warp take long ways.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void halves(float *a)
{
    float x = a[threadIdx.x];
    if (threadIdx.x % 32 < 16) { //~ note divergent-branch
        for (int i = 0; i < 8; ++i)
            x = x * x + i;
    } else {
        x = x * 3 + 1;
        x = x * x - 2;
        x = x / 5 + 3;
        x = x * x + 4;
        x = x * 7 - 5;
        x = x * x - 6;
        x = x / 9 + 7;
        x = x * x + 8;
    }
    a[threadIdx.x] = x;
}

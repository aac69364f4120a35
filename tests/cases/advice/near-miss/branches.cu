// Branches that cost little: of whole warps, short ones, ways out of loops and of the kernel, and what memory decides.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void of_warps(float *a)
{
    float x = a[threadIdx.x];
    if (threadIdx.x < 32)
        for (int i = 0; i < 8; ++i)
            x = x * x + i;
    else
        for (int i = 0; i < 8; ++i)
            x = x * x - i;
    a[threadIdx.x] = x;
}

__global__ void short_ones(float *a)
{
    float x = a[threadIdx.x];
    if (threadIdx.x % 2)
        x = x * x + 1;
    else
        for (int i = 0; i < 8; ++i)
            x = x * x - i;
    a[threadIdx.x] = x;
}

__global__ void ways_out(float *a)
{
    float x = a[threadIdx.x];
    for (int i = 0; i < threadIdx.x % 7; ++i)
        for (int k = 0; k < 8; ++k)
            x = x * x - k;
    if (threadIdx.x % 3 == 0)
        return;
    for (int i = 0; i < 8; ++i)
        x = x * x + i;
    a[threadIdx.x] = x;
}

__global__ void of_memory(float *a)
{
    float x = a[threadIdx.x];
    if (x < 1)
        for (int i = 0; i < 8; ++i)
            x = x * x + i;
    else
        for (int i = 0; i < 8; ++i)
            x = x * x - i;
    a[threadIdx.x] = x;
}

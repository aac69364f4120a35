// Values that wrap and are part of no address: nothing behind them is out of reach.

// expect: violated
__global__ void hash(unsigned *p)
{
    unsigned w = 2166136261u;
    for (int i = 1; i < 128; i++)
        w = (w ^ i) * 16777619u;
    p[threadIdx.x / 2] = w + threadIdx.x; //~ data-race x2
}

// expect: violated
__global__ void unused(int *p, int n)
{
    unsigned w = 1;
    for (int i = 0; i < n; i++)
        w = w * 1664525u + 1013904223u;
    if (n > 90)
        p[threadIdx.x / 2] = threadIdx.x; //~ data-race x2
}

// expect: violated
__global__ void inside(int *p)
{
    unsigned w = 2;
    for (int i = 0; i < 100; i++) {
        w = 3 * w + i;
        if (i == 90)
            p[threadIdx.x / 2] = threadIdx.x; //~ data-race x2
    }
}

// The top bit is shifted out in the end.
// expect: violated
__global__ void emptied(int *p)
{
    unsigned w = 1;
    for (int i = 0; i < 100; i++)
        w = w * 2;
    if (w == 0)
        p[threadIdx.x / 2] = threadIdx.x; //~ data-race x2
}

// The loop goes on until the value is 0 again.
// expect: violated
__global__ void around(int *p)
{
    for (unsigned s = 1; s != 0; s *= 2)
        ;
    p[threadIdx.x / 2] = threadIdx.x; //~ data-race x2
}

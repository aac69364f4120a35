// As in racy/certain.cu, but the loops end, or may.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void changed(int *out)
{
    int i = 0;
    while (i < 10)
        ++i;
    out[threadIdx.x] = i;
}

// expect: proved
__global__ void a_way_out(int *out, int n)
{
    for (;;) {
        out[threadIdx.x] = n;
        if (n-- <= 0)
            return;
    }
}

// A step of 0 never ends, others do.
// expect: proved
__global__ void unknown_step(int *out, int n, int step)
{
    int rounds = 0;
    for (int i = 0; i < n; i += step)
        rounds++;
    out[threadIdx.x] = rounds;
}

// An unsigned counter comes round.
// expect: proved
__global__ void comes_round(int *out, unsigned n)
{
    unsigned i = n;
    while (i > 0)
        ++i;
    out[threadIdx.x] = i;
}

// The host may write it.
// expect: proved
__global__ void host_writes(volatile int *flag, int *out)
{
    while (flag[0] == 0) { }
    out[threadIdx.x] = 1;
}

// Nobody comes to it.
// expect: proved
__global__ void not_reached(int *out)
{
    int x = 0;
    if (threadIdx.x > blockDim.x) {
        while (x == 0) { }
    }
    out[threadIdx.x] = x;
}

// expect: proved
__global__ void halved(int *out, int n)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int middle = (lo + hi) / 2;
        if (middle * middle < n)
            lo = middle + 1;
        else
            hi = middle;
    }
    out[threadIdx.x] = lo;
}

// expect: proved
__global__ void meets(int *out)
{
    for (unsigned i = 0; i != 8; i += 2)
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// It wraps, and comes to 7.
// expect: proved
__global__ void meets_after_a_wrap(int *out)
{
    for (unsigned char i = 0; i != 7; i += 3)
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// expect: proved
__global__ void left_otherwise(int *out)
{
    for (unsigned i = 0; i != 7; i += 2) {
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
        if (i == 20)
            break;
    }
}

// expect: proved
__global__ void up_to_any(int *out, int n)
{
    for (int i = 0; i != n; i += 2)
        out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

// What the host hands over is not followed, and does not matter; or is followed, and not enough.

// The value goes nowhere near a place or a branch.
// expect: violated
__global__ void only_stored(int *p, int n)
{
    p[threadIdx.x / 2] = n + threadIdx.x; //~ data-race
}

void run_only_stored(int *p, int n)
{
    only_stored<<<1, 64>>>(p, n * n % 7);
}

// The same for every number of rounds.
// expect: violated
__global__ void any_round(float *p, int n)
{
    __shared__ float t[64];
    for (int k = 0; k < n; k++) {
        t[threadIdx.x] = p[k * 64 + threadIdx.x]; // @put
        p[k * 64 + threadIdx.x] = t[63 - threadIdx.x]; //~ data-race block shared read-write with @put
    }
}

void run_any_round(float *p, int n)
{
    any_round<<<1, 64>>>(p, n * n + 1);
}

// expect: violated
__global__ void capped(int *p, int n)
{
    if (n < 0)
        p[0] = threadIdx.x; //~ data-race
}

void run_capped(int *p, int n)
{
    if (n > 5)
        n = 5;
    capped<<<1, 64>>>(p, n);
}

// The first of the two has an input of its own.
// expect: violated
__global__ void one_of_two(int *p, int a, int b)
{
    if (a < 0)
        p[0] = threadIdx.x + b; //~ data-race
}

void run_one_of_two(int *p, int n)
{
    one_of_two<<<1, 64>>>(p, n - 1, n * n);
}

struct Shape {
    int rows, columns;
};

// expect: violated
__global__ void members(int *p, int rows, int columns)
{
    if (rows < columns)
        p[0] = threadIdx.x; //~ data-race
}

void run_members(int *p, Shape s)
{
    members<<<1, 64>>>(p, s.rows, s.columns);
}

// Zero comes about where the loop begins with it.
// expect: violated
__global__ void from_zero(int *p, int stride)
{
    p[threadIdx.x * stride] = threadIdx.x; //~ data-race
}

void run_from_zero(int *p, int n)
{
    for (int s = 0; s < n; s += 4)
        from_zero<<<1, 64>>>(p, s);
}

// Unsigned numbers wrap: doubled often enough, it is 0.
// expect: suspect
__global__ void doubled(int *p, unsigned stride)
{
    p[threadIdx.x * stride] = threadIdx.x; //~ data-race
}

void run_doubled(int *p, unsigned n)
{
    for (unsigned s = 1; s < n; s *= 2)
        doubled<<<1, 64>>>(p, s);
}

// The host computes what it hands over in ways that are not followed: a launch with another value is none of the program's.

// Pairs that overlap only if `b` is not eight less than `a`.
// expect: suspect
__global__ void apart(int *p, int a, int b)
{
    if (a != b + 8)
        p[0] = threadIdx.x; //~ data-race
}

void run_apart(int *p, int n)
{
    apart<<<1, 64>>>(p, n + 5, n - 3);
}

// expect: suspect
__global__ void square(int *p, int n)
{
    if (n < 0)
        p[0] = threadIdx.x; //~ data-race
}

void run_square(int *p, int n)
{
    square<<<1, 64>>>(p, n * n);
}

// A test that is no bound keeps odd numbers out.
// expect: suspect
__global__ void even(int *p, int n)
{
    if (n % 2)
        p[0] = threadIdx.x; //~ data-race
}

void run_even(int *p, int n)
{
    if (n & 1)
        n = 0;
    even<<<1, 64>>>(p, n);
}

static void check(int n)
{
    if (n < 1)
        exit(1);
}

// Who calls gives it, and `check` ends the program if it is no size.
// expect: conditional
__global__ void checked(int *p, int stride)
{
    p[threadIdx.x * stride] = threadIdx.x; //~ warning data-race
}

void run_checked(int *p, int n)
{
    check(n);
    checked<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void listed(int *p, int stride)
{
    p[threadIdx.x / stride] = threadIdx.x; //~ data-race
}

void run_listed(int *p, int n)
{
    const int sizes[] = {1, 1};
    listed<<<1, 64>>>(p, sizes[n & 1]);
}

// expect: suspect
__global__ void rounded(int *p, int n, int padded)
{
    if (padded < n)
        p[0] = threadIdx.x; //~ data-race
}

void run_rounded(int *p, int n)
{
    int padded = 1;
    while (padded < n)
        padded *= 2;
    rounded<<<1, 64>>>(p, n, padded);
}

// A grid of h * w planes: each plane is one of them.
// expect: proved
__global__ void planes(int *out, int n, int h, int w)
{
    int y = blockIdx.z / w, x = blockIdx.z % w;
    out[(blockIdx.x * h + y) * w + x] = blockIdx.x + blockIdx.z;
}

void run_planes(int *out, int n, int h, int w)
{
    dim3 grid(n, 1, h * w);
    planes<<<grid, 1>>>(out, n, h, w);
}

#include <algorithm>
#include <cstdlib>

// What clamps, helper functions, narrow types and loops of the host say of what it hands over.

static int up(int n, int to)
{
    return (n + to - 1) / to * to;
}

static int positive(int n)
{
    return n < 1 ? 1 : n;
}

#define STRIDED(NAME)                                                                                                  \
    __global__ void NAME(int *p, int stride)                                                                           \
    {                                                                                                                  \
        if (stride < 1)                                                                                                \
            p[0] = threadIdx.x;                                                                                        \
    }

// expect: proved
STRIDED(assigned)

void run_assigned(int *p, int n)
{
    if (n < 1)
        n = 1;
    assigned<<<1, 64>>>(p, n);
}

STRIDED(twice)

void run_twice(int *p, int n)
{
    if (n > 100)
        n = 100;
    if (n < 1) {
        n = 1;
    }
    twice<<<1, 64>>>(p, n);
}

STRIDED(chosen)

void run_chosen(int *p, int n)
{
    chosen<<<1, 64>>>(p, n > 0 ? n : 7);
}

STRIDED(helped)

void run_helped(int *p, int n)
{
    helped<<<1, 64>>>(p, positive(n));
}

STRIDED(clamped)

void run_clamped(int *p, int n)
{
    clamped<<<1, 64>>>(p, std::clamp(n, 2, 9));
}

STRIDED(absolute)

void run_absolute(int *p, int n)
{
    absolute<<<1, 64>>>(p, std::abs(n) + 1);
}

STRIDED(narrow)

void run_narrow(int *p, unsigned char n)
{
    narrow<<<1, 64>>>(p, n + 1);
}

STRIDED(doubling)

void run_doubling(int *p, int n)
{
    for (int s = 1; s < n; s *= 2)
        doubling<<<1, 64>>>(p, s);
}

STRIDED(halving)

void run_halving(int *p, int n)
{
    for (int s = n / 2; s > 0; s >>= 1)
        halving<<<1, 64>>>(p, s);
}

__global__ void power(int *p, int n)
{
    if (n & (n - 1))
        p[0] = threadIdx.x;
}

void run_power(int *p, int n)
{
    for (int s = 4; s < n; s <<= 1)
        power<<<1, 64>>>(p, s);
}

__global__ void multiple(int *p, int n)
{
    if (n % 32)
        p[0] = threadIdx.x;
}

void run_multiple(int *p, int n)
{
    multiple<<<1, 64>>>(p, up(n, 32));
}

__global__ void parts(int *p, int quotient, int rest, int n)
{
    if (quotient != n / 4 || rest != n % 4)
        p[0] = threadIdx.x;
}

void run_parts(int *p, int n)
{
    parts<<<1, 64>>>(p, n / 4, n % 4, n);
}

__global__ void smaller(int *p, int least, int a, int b)
{
    if (least > a || least > b)
        p[0] = threadIdx.x;
}

void run_smaller(int *p, int a, int b)
{
    smaller<<<1, 64>>>(p, std::min(a, b), a, b);
}

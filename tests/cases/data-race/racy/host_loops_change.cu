// What a loop of the host changes before each launch, and other ways to take a value for another: each launch counts.

#include <cstdlib>

// expect: violated
__global__ void stepped(int *a, int g)
{
    a[threadIdx.x * g] = threadIdx.x; //~ data-race
}

// The second launch hands over 0.
void run_stepped(int *a)
{
    int g = 2;
    for (int i = 0; i < 2; i++) {
        g--;
        stepped<<<1, 64>>>(a, g);
    }
}

// expect: violated
__global__ void wider(int *a)
{
    a[threadIdx.x % 64] = threadIdx.x; //~ data-race
}

// Blocks of 64, 128 and 256 threads.
void run_wider(int *a)
{
    int b = 32;
    while (b < 256) {
        b *= 2;
        wider<<<1, b>>>(a);
    }
}

namespace mine {
void exit(int) {}
}

// expect: suspect
__global__ void not_left(int *a, int g)
{
    a[threadIdx.x * g] = threadIdx.x; //~ data-race
}

// This `exit` returns.
void run_not_left(int *a, int g)
{
    if (g < 1)
        mine::exit(1);
    not_left<<<1, 64>>>(a, g);
}

// expect: suspect
__global__ void other_name(int *a, int g)
{
    a[threadIdx.x * g] = threadIdx.x; //~ data-race
}

// Both may be one variable.
void run_other_name(int *a, int &x, int &g)
{
    g = 1;
    x = 0;
    other_name<<<1, 64>>>(a, g);
}

// Sizes that floating-point numbers round up, and conditions that count as 1: the last block is not one too many.
// kverify-test: host=file
#include <cmath>
#include <cuda_runtime.h>

// All blocks behind the last one that is needed write one place.
// expect: proved
__global__ void of_doubles(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 100)
        o[0] = blockIdx.x * blockDim.x + threadIdx.x;
}

void launch_doubles(int *o, int n)
{
    of_doubles<<<(int)ceil(n / 100.0), 100>>>(o, n);
}

// A float holds no n beyond 2^24, but it passes no multiple of 256.
// expect: proved
__global__ void of_floats(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 256)
        o[0] = blockIdx.x * blockDim.x + threadIdx.x;
}

void launch_floats(int *o, int n)
{
    int blocks = ceilf((float)n / 256);
    of_floats<<<blocks, 256>>>(o, n);
}

// The quotient is a double, but `n` was a float before.
// expect: suspect
__global__ void of_both(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 100)
        o[0] = blockIdx.x * blockDim.x + threadIdx.x; //~ data-race block global write-write
        //~ data-race grid global write-write
}

void launch_both(int *o, int n)
{
    of_both<<<(int)ceil((float)n / 100.0), 100>>>(o, n);
}

// expect: proved
__global__ void of_rests(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 64)
        o[0] = blockIdx.x * blockDim.x + threadIdx.x;
}

void launch_rests(int *o, int n)
{
    if (n > 0)
        of_rests<<<n / 64 + (n % 64 > 0), 64>>>(o, n);
}

// Multiples of 100 are passed by an n that is rounded.
// expect: suspect
__global__ void of_other_floats(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 100)
        o[0] = blockIdx.x * blockDim.x + threadIdx.x; //~ data-race block global write-write
        //~ data-race grid global write-write
}

void launch_other_floats(int *o, int n)
{
    of_other_floats<<<ceilf((float)n / 100), 100>>>(o, n);
}

// One block too many after all, where n is a multiple.
// expect: violated
__global__ void one_more(int *o, int n)
{
    if (blockIdx.x > (n - 1) / 64)
        o[0] = threadIdx.x; //~ data-race block global write-write
}

void launch_one_more(int *o, int n)
{
    if (n > 0)
        one_more<<<n / 64 + (n % 64 >= 0), 64>>>(o, n);
}

// kverify-test: host=project
// The kernels are launched by functions for others to call.
#include "kernels.h"

static int parts(int n, int size) { return (n + size - 1) / size; }

// expect: proved
__global__ void fill(float *a, int stride)
{
    a[blockIdx.x * stride + threadIdx.x] = 1.0f * blockIdx.x;
}

// The stride that a caller hands over is shorter than its blocks.
// expect: violated
__global__ void squeeze(float *a, int stride)
{
    a[blockIdx.x * stride + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

void run_fill(float *a, int n, int threads, int stride)
{
    fill<<<parts(n, threads), threads>>>(a, stride);
}

void run_squeeze(float *a, int n, int threads, int stride)
{
    squeeze<<<parts(n, threads), threads>>>(a, stride);
}

// A caller's caller says the size.
// expect: violated
__global__ void deep(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// Functions of two files lead to it, and one of them is called with what nobody knows.
// expect: violated
__global__ void deeper(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write //~ warning out-of-bounds
}

void run_deep(float *a, int threads) { deep<<<8, threads>>>(a); }

void run_deeper(float *a, int threads) { deeper<<<8, threads>>>(a); }

void run_both(float *a, int n)
{
    run_fill(a, n, 128, 128);
    run_squeeze(a, n, 64, 48);
}

// Threads that every launch has, and that leave an array in each: the first one and the last one.
#include <assert.h>

// expect: violated
__global__ void before_the_first(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x - 1] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// Whatever `n` is, the first thread comes there if any does.
// expect: violated
__global__ void under_a_guard(int *out, int n)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = s[threadIdx.x - 1]; //~ out-of-bounds
}

// expect: violated
__global__ void chosen(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t == 0 ? 64 : t] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + t] = 0;
}

// expect: violated
__global__ void null(int *out)
{
    int *p = nullptr;
    *p = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void null_in_the_first(int *out, int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = i == 0 ? nullptr : a;
    p[i] = 1; //~ out-of-bounds
}

// A private array, which only its compiler turns into variables.
// expect: violated
__global__ void behind_its_own(int *out)
{
    int own[4] = {0};
    own[4] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[0];
}

struct Pair {
    int a, b;
};

// expect: violated
__global__ void behind_a_structure(int *out)
{
    Pair pair = {1, 2};
    (&pair)[1].b = 3; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = pair.a;
}

// expect: violated
__global__ void wider(float *out)
{
    float2 two = make_float2(1.0f, 2.0f);
    float4 four = *(float4 *)&two; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = four.x;
}

// Host code with calls that clang leaves out, in macros: neither they nor what they are handed have to do with the launches.
#include <stdio.h>
#include <stdlib.h>

#define CHECK_AT(error, line) ((error) ? (printf("%d", line), exit(1)) : (void)0)
#define CHECK_LIBRARY(status)                                                                                          \
    {                                                                                                                  \
        CHECK_AT(status, __LINE__);                                                                                    \
    }

void *handle;
void set_up() { CHECK_LIBRARY(libraryOfOthersCreate(&handle)); }

// expect: proved
__global__ void shift_beside_macros(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

void run_beside_macros(float *to, const float *from, int n)
{
    shift_beside_macros<<<(n + 255) / 256, 256>>>(to, from, n);
}

int main()
{
    set_up();
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    run_beside_macros(a, b, 1000);
}

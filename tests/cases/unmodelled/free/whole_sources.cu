// Conditionals and names that a source settles itself leave nothing open, even where a header is not there.
// kverify-test: block=64 grid=1 define=FROM_THE_BUILD=1
#ifdef BEFORE_THE_HEADER
#define FIRST 0
#else
#define FIRST threadIdx.x
#endif
#include "not_there/timer.h"

#ifndef SIZE
#define SIZE 64
#endif
#ifdef USE_TIMER
static double start(int i, int n);
#endif

// expect: proved
__global__ void k(int *out)
{
    __shared__ int tile[SIZE];
    int i = FIRST;
    tile[i] = out[i];
#if FROM_THE_BUILD
    out[i] = tile[i];
#endif
#if __CUDA_ARCH__ >= 900
    out[i] = 2 * tile[i];
#endif
}

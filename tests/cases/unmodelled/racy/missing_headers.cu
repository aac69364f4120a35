// A header that is not there may hold statements of a kernel, or say which branch of it is compiled.
// kverify-test: block=64 grid=1
#include "not_there/config.h"

#if WIDE_EXCHANGE
#define PARTNER 63 - threadIdx.x
#else
#define PARTNER threadIdx.x
#endif
#define GET(a) a[PARTNER]

// expect: unknown
__global__ void statements(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = out[threadIdx.x];
#include "not_there/exchange.inc"
    out[threadIdx.x] = tile[threadIdx.x];
}

// expect: unknown
__global__ void branch(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = out[threadIdx.x];
#ifdef LOOK_AT_THE_NEXT
    out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
#else
    out[threadIdx.x] = tile[threadIdx.x];
#endif
}

// expect: unknown
__global__ void through_macros(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = GET(tile);
}

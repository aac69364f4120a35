#include "flip.h"
// kverify: block=256 grid=1
__global__ void user(int *out)
{
    __shared__ int s[256];
    out[threadIdx.x] = flip(s, threadIdx.x);
}

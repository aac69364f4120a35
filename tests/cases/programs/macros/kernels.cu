// kverify-test: host=project
// A macro of a header calls the function that launches the kernel: who uses the macro does not name the function.
#include "kernels.h"

// expect: violated
__global__ void scale(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

void run(float *a, int n) { scale<<<8, n>>>(a); }

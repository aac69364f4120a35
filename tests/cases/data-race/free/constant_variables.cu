// kverify-test: grid=1
// Variables of the device that nothing changes hold what the source says, also where they are no constants.
#include <cuda_runtime.h>

static __constant__ int order[4] = {2, 0, 3, 1};
__device__ const int many[33] = {0,  4,  8, 12, 16, 20, 24, 28, 32, 3, 7, 11, 15, 19, 23, 27, 31,
                                 2,  6, 10, 14, 18, 22, 26, 30, 1,  5, 9, 13, 17, 21, 25, 29};

// kverify: block=4
// expect: proved
__global__ void by_order(int *a) { a[order[threadIdx.x]] = threadIdx.x; }

// kverify: block=33
// expect: proved
__global__ void by_many(int *a) { a[many[threadIdx.x]] = threadIdx.x; }

void run(int *a) { by_order<<<1, 4>>>(a); }

// kverify-test: block=64 grid=1
// What is not written down may be anything.
#include <cuda_runtime.h>

__constant__ int twice[4] = {1, 0, 3, 0};
__constant__ int unknown[4];
__constant__ int copied[4] = {1, 0, 3, 2};

// expect: violated
__global__ void by_a_wrong_table(int *a)
{
    int t = threadIdx.x;
    a[(t & ~3) + twice[t & 3]] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void by_no_table(int *a)
{
    int t = threadIdx.x;
    a[(t & ~3) + (unknown[t & 3] & 3)] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void by_a_copied_table(int *a)
{
    int t = threadIdx.x;
    a[(t & ~3) + (copied[t & 3] & 3)] = t; //~ data-race block global write-write
}

void set(const int *from) { cudaMemcpyToSymbol(copied, from, sizeof copied); }

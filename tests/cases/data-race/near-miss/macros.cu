// The macro is defined by a flag.
// kverify-test: block=64 grid=2 define=STRIDE=2

#ifndef STRIDE
#define STRIDE 0
#endif

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64 * 2];
    s[threadIdx.x * STRIDE] = 1;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x]; //~ warning uninitialised-read
}

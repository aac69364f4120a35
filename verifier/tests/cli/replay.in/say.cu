#include <cstdio>

// Pairs of threads report; each says who it is.
__global__ void say(const int *in, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    printf("%s %d: in = %#06x\n", i % 2 ? "odd" : "even", i, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        printf("block %d of %d,\nscale %.2f\n", blockIdx.x, gridDim.x, scale);
}

// Forward progress: a block waits for one that may be started later.
// kverify-test: block=64

__device__ int done[1024];

// expect: proved
__global__ void chain(int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (atomicAdd(&done[blockIdx.x + 1], 0) == 0) { } //~ warning non-terminating-loop
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        atomicExch(&done[blockIdx.x], 1);
    }
}

// Forward progress: a block waits for one that may be started later.
// kverify-test: block=64

__device__ int done[1024];

// expect: violated
// today: proved, because that blocks run at the same time is taken for granted
__global__ void chain(int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (atomicAdd(&done[blockIdx.x + 1], 0) == 0) { }
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        atomicExch(&done[blockIdx.x], 1);
    }
}

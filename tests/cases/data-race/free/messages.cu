// One thread hands its work over by a flag.
// kverify-test: block=2 grid=1

// expect: proved
__global__ void handed_over(int *data, int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) { //~ warning non-terminating-loop
        }
        __threadfence();
        out[0] = data[0];
    }
}

// Each thread waits for the one before it, in another block.
// expect: proved
__global__ void seen_or_not(int *data, int *ready, int *out)
{
    if (threadIdx.x == 0) {
        data[0] = 7;
        __threadfence();
        atomicExch(ready, 1);
    } else if (atomicAdd(ready, 0) != 0) {
        __threadfence();
        out[0] = data[0];
    }
}

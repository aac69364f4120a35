// What is wrong with the kernels of free/flags_passed_on.cu, one thing at a time.
// kverify-test: block=64 grid=4

// The second does not wait for the first.
// expect: violated
__global__ void not_waited_between(int *data, int *done, int *out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 1; // @put
        __threadfence();
        atomicExch(&done[0], 1);
    } else if (blockIdx.x == 1) {
        atomicAdd(&done[0], 0);
        __threadfence();
        atomicExch(&done[1], 1);
    } else if (blockIdx.x == 2) {
        while (atomicAdd(&done[1], 0) == 0)
            ;
        __threadfence();
        out[0] = data[0]; //~ data-race grid global read-write with @put
    }
}

// The first sets its flag before it is done.
// expect: violated
__global__ void set_too_early(int *data, int *done, int *out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        atomicExch(&done[0], 1);
        __threadfence();
        data[0] = 1; // @late
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&done[0], 0) == 0)
            ;
        __threadfence();
        atomicExch(&done[1], 1);
    } else if (blockIdx.x == 2) {
        while (atomicAdd(&done[1], 0) == 0)
            ;
        __threadfence();
        out[0] = data[0]; //~ data-race grid global read-write with @late
    }
}

// Flags that say nothing.
// kverify-test: block=2 grid=1

// The flag is set before the work is done.
// expect: violated
__global__ void too_early(int *data, int *ready, int *out)
{
    if (threadIdx.x == 0) {
        atomicExch(ready, 1);
        __threadfence();
        data[0] = 7; // @work
    } else if (atomicAdd(ready, 0) != 0) {
        __threadfence();
        out[0] = data[0]; //~ data-race block global read-write with @work
    }
}

// What is read does not depend on what was seen.
// expect: violated
__global__ void looked_away(int *data, int *ready, int *out)
{
    if (threadIdx.x == 0) {
        data[0] = 7; // @send
        __threadfence();
        atomicExch(ready, 1);
    } else if (atomicAdd(ready, 0) == 0) {
        __threadfence();
        out[0] = data[0]; //~ data-race block global read-write with @send
    }
}

// expect: violated
__global__ void no_fence(int *data, int *ready, int *out)
{
    if (threadIdx.x == 0) {
        data[0] = 7; // @plain
        atomicExch(ready, 1);
    } else if (atomicAdd(ready, 0) != 0) {
        out[0] = data[0]; //~ data-race block global read-write with @plain
    }
}

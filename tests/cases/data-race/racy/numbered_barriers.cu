// Numbered barriers that do not order what they seem to.
// kverify-test: block=128 grid=1

// expect: violated
__global__ void different_numbers(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x; // @put
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    else asm volatile("bar.sync 2, 64;" ::: "memory");
    out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @put
}

// Whichever two warps come first go on.
// expect: violated
__global__ void too_few(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x; // @own
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @own
}

// Who only arrives does not wait.
// expect: violated
__global__ void filled_again(int *out) {
    __shared__ int tile[64];
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        tile[threadIdx.x] = 2 * threadIdx.x; // @again
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @again
    }
}

// expect: violated
__global__ void written_late(int *out) {
    __shared__ int tile[64];
    if (threadIdx.x < 64) {
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        tile[threadIdx.x] = threadIdx.x; // @late
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @late
    }
}

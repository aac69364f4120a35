// Two warps of each half meet at one number; the other half has its own.
// kverify-test: block=128 grid=1

// expect: proved
__global__ void different_numbers(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    else asm volatile("bar.sync 2, 64;" ::: "memory");
    out[threadIdx.x] = tile[threadIdx.x ^ 63];
}

// expect: proved
__global__ void met_from_two_places(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 128;" ::: "memory");
    else asm volatile("bar.sync 1, 128;" ::: "memory");
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

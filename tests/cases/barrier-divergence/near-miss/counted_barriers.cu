// Who leaves says so first, or is not counted upon.
// kverify-test: block=64 grid=1
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: proved
__global__ void takes_leave(int *out) {
    __shared__ barrier ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x >= 32) {
        ready.arrive_and_drop();
        return;
    }
    ready.arrive_and_wait();
    ready.arrive_and_wait();
    out[threadIdx.x] = 1;
}

// expect: proved
__global__ void not_counted(int *out) {
    __shared__ barrier ready;
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    if (threadIdx.x >= 32) return;
    ready.arrive_and_wait();
    out[threadIdx.x] = 1;
}

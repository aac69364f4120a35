// Not all of the arrivals that a barrier in memory counts come: who waits for it waits for ever, also if the others have left.
// kverify-test: block=64 grid=1
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: violated
__global__ void left_early(int *out) {
    __shared__ barrier ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x >= 32) return; // @gone
    ready.arrive_and_wait(); //~ barrier-divergence with exit
    out[threadIdx.x] = 1;
}

// expect: violated
__global__ void counted_without(int *out) {
    if (threadIdx.x >= 32) return;
    asm volatile("bar.sync 1, 64;"); //~ barrier-divergence with exit
    out[threadIdx.x] = 1;
}

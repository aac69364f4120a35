// Two groups of threads wait for each other at two barriers, each at the one that the other comes to next.
// kverify-test: block=64 grid=1
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: violated
__global__ void of_an_array(int *out) {
    __shared__ barrier ready[2];
    if (threadIdx.x < 2) init(&ready[threadIdx.x], blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        ready[0].arrive_and_wait(); // @first
        ready[1].arrive_and_wait();
    } else {
        ready[1].arrive_and_wait(); //~ barrier-divergence with @first
        ready[0].arrive_and_wait();
    }
    out[threadIdx.x] = 1;
}

// expect: violated
__global__ void by_number(int *out) {
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // @one
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); //~ barrier-divergence with @one
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[threadIdx.x] = 1;
}

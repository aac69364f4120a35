// As the racy ones, but for what orders them.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Written between the two halves, to a place of its own.
// expect: proved
__global__ void after_the_arrival(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    __shared__ int own[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x;
    auto token = ready.arrive();
    own[threadIdx.x] = threadIdx.x;
    ready.wait(std::move(token));
    out[threadIdx.x] = tile[63 - threadIdx.x] + own[threadIdx.x];
}

// expect: proved
__global__ void used_again(int *out, int n) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[threadIdx.x] = i;
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[63 - threadIdx.x];
        ready.arrive_and_wait();
    }
}

// expect: proved
__global__ void others(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    tile[threadIdx.x] = 1;
    if (threadIdx.x < 32) {
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[31 - threadIdx.x];
    }
}

// expect: proved
__global__ void before_dropping(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[32];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = 1;
        ready.arrive_and_drop();
    } else {
        ready.arrive_and_wait();
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[63 - threadIdx.x];
    }
}

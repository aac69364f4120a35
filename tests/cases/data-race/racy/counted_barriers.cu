// Barriers that count arrivals, and accesses that they do not order.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// Written between the two halves.
// expect: violated
__global__ void after_the_arrival(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    auto token = ready.arrive();
    tile[threadIdx.x] = threadIdx.x; // @late
    ready.wait(std::move(token));
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @late
}

// Read between them.
// expect: violated
__global__ void before_the_wait(int *out) {
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    tile[threadIdx.x] = threadIdx.x; // @put
    auto token = block.barrier_arrive();
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @put
    block.barrier_wait(std::move(token));
}

// The object is set up by one thread while others arrive.
// expect: violated
__global__ void not_set_up(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x); // @init
    tile[threadIdx.x] = threadIdx.x;
    ready.arrive_and_wait(); //~ data-race block shared with @init
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// The tile is filled again while others may still read it.
// expect: violated
__global__ void used_again(int *out, int n) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[threadIdx.x] = i; // @fill
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[63 - threadIdx.x]; //~ data-race block shared read-write with @fill
    }
}

// Half of the arrivals complete a phase.
// expect: violated
__global__ void too_few_expected(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x; // @own
    ready.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @own
}

// Who does not take part is not waited for.
// expect: violated
__global__ void others(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    tile[threadIdx.x] = 1; // @any
    if (threadIdx.x < 32) {
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @any
    }
}

// What a thread does after it left the barrier is behind no phase.
// expect: violated
__global__ void after_dropping(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[32];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        ready.arrive_and_drop();
        tile[threadIdx.x] = 1; // @gone
    } else {
        ready.arrive_and_wait();
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @gone
    }
}

// The phase before the first counts as complete.
// expect: violated
__global__ void other_parity(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    tile[threadIdx.x] = 1; // @first
    ready.arrive();
    ready.wait_parity(true);
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @first
}

// The tile is said to be empty before it was read.
// expect: violated
__global__ void full_and_empty(int *out, const int *in, int n) {
    __shared__ barrier full, empty;
    __shared__ int tile[32];
    int place = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; i < n; ++i) {
            empty.arrive_and_wait();
            tile[place] = in[i * 32 + place]; // @refill
            (void)full.arrive();
        }
    } else {
        (void)empty.arrive();
        for (int i = 0; i < n; ++i) {
            full.arrive_and_wait();
            (void)empty.arrive();
            out[i * 32 + place] = tile[31 - place]; //~ data-race block shared read-write with @refill
        }
    }
}

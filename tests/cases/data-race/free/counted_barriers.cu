// Barriers that count arrivals: what stands before every thread's arrival comes before what stands behind a wait for the phase.
// kverify-test: block=64 grid=1
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: proved
__global__ void together(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x;
    ready.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// expect: proved
__global__ void in_two_halves(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = out[threadIdx.x];
    auto token = ready.arrive();
    int own = tile[threadIdx.x];
    ready.wait(std::move(token));
    out[threadIdx.x] = tile[63 - threadIdx.x] + own;
}

// Between the two halves, and behind the wait until the next arrival, others' places are left alone.
// expect: proved
__global__ void rounds(int *out, int n) {
    __shared__ barrier ready;
    __shared__ int tile[2][64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[i % 2][threadIdx.x] = i;
        ready.arrive_and_wait();
        out[threadIdx.x] += tile[i % 2][63 - threadIdx.x];
    }
}

// expect: proved
__global__ void halves_in_rounds(int *out, int n) {
    __shared__ barrier ready, done;
    __shared__ int tile[64];
    if (threadIdx.x == 0) { init(&ready, 64); init(&done, 64); }
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[threadIdx.x] = i;
        auto token = ready.arrive();
        ready.wait(std::move(token));
        out[threadIdx.x] += tile[63 - threadIdx.x];
        auto last = done.arrive();
        done.wait(std::move(last));
    }
}

// They meet from two places.
// expect: proved
__global__ void both_branches(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = 1;
        ready.arrive_and_wait();
    } else {
        tile[threadIdx.x] = 2;
        ready.arrive_and_wait();
    }
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// One half of the block fills the tile and goes on.
// expect: proved
__global__ void dropped(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[32];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = 1;
        ready.arrive_and_drop();
    } else {
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[63 - threadIdx.x];
    }
}

// expect: proved
__global__ void of_a_group(int *out) {
    __shared__ int tile[64];
    auto block = cg::this_thread_block();
    tile[threadIdx.x] = threadIdx.x;
    auto token = block.barrier_arrive();
    int own = out[threadIdx.x];
    block.barrier_wait(std::move(token));
    out[threadIdx.x] = own + tile[63 - threadIdx.x];
}

// A barrier of those that take part.
// expect: proved
__global__ void half_of_the_block(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[32];
    if (threadIdx.x == 0) init(&ready, 32);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = 1;
        ready.arrive_and_wait();
        out[threadIdx.x] = tile[31 - threadIdx.x];
    }
}

// expect: proved
__global__ void by_parity(int *out) {
    __shared__ barrier ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, 64);
    __syncthreads();
    tile[threadIdx.x] = 1;
    ready.arrive();
    ready.wait_parity(false);
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// The phases of two barriers take turns: that none is a phase ahead follows from both together.
// expect: proved
__global__ void back_and_forth(int *out, int n) {
    __shared__ int tile[32];
    if (threadIdx.x < 32) {
        for (int i = 0; i < n; ++i) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            tile[threadIdx.x] = i;
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    } else {
        for (int i = 0; i < n; ++i) {
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            out[i * 32 + threadIdx.x - 32] = tile[63 - threadIdx.x];
        }
    }
}

// One is told that the tile is full, the other that it is empty.
// expect: proved
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
            tile[place] = in[i * 32 + place];
            (void)full.arrive();
        }
    } else {
        (void)empty.arrive();
        for (int i = 0; i < n; ++i) {
            full.arrive_and_wait();
            out[i * 32 + place] = tile[31 - place];
            (void)empty.arrive();
        }
    }
}

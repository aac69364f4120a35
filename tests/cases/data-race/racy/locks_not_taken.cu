// Locks of which all values but one are free, used wrongly.
#include <cuda/atomic>

// expect: violated
__global__ void given_back_relaxed(int *lock, int *data) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (threadIdx.x == 0) {
        while (l.exchange(1, cuda::memory_order_acquire) == 1) {
        }
        data[0]++; //~ data-race grid x2
        l.store(0, cuda::memory_order_relaxed);
    }
}

// Some take it with a value that others hold for free.
// expect: violated
__global__ void two_ways_to_take(int *lock, int *data) {
    if (threadIdx.x == 0) {
        int taken = blockIdx.x % 2 + 1;
        while (atomicExch(lock, taken) == taken) {
        }
        __threadfence();
        data[0]++; //~ data-race grid x2
        __threadfence();
        atomicExch(lock, 0);
    }
}

// Given back by those who do not hold it.
// expect: violated
__global__ void given_back_by_all(int *lock, int *data) {
    if (threadIdx.x == 0) {
        bool mine;
        do {
            mine = atomicExch(lock, 1) != 1;
            __threadfence();
            if (mine) data[0]++; //~ data-race grid x2
            __threadfence();
            atomicExch(lock, 0);
        } while (!mine);
    }
}

// Locks of which all values but one are free: who tries to take one goes on if it was not taken.
#include <cuda/atomic>

// expect: proved
__global__ void until_not_taken(int *lock, int *data) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (threadIdx.x == 0) {
        while (l.exchange(1, cuda::memory_order_acquire) == 1) {
        }
        data[0]++;
        l.store(0, cuda::memory_order_release);
    }
}

// Two values are free: one is what it was given back with.
// expect: proved
__global__ void two_free_values(int *lock, int *data) {
    if (threadIdx.x == 0) {
        while (atomicExch(lock, 7) == 7) {
        }
        __threadfence();
        int next = ++data[0] > 100 ? 3 : 2;
        __threadfence();
        atomicExch(lock, next);
    }
}

// expect: proved
__global__ void tried_once(int *lock, int *data) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (l.exchange(1, cuda::memory_order_acquire) != 1) {
        data[0]++;
        l.store(0, cuda::memory_order_release);
    }
}

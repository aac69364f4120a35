// Locks whose operations have orders, but not those that it takes.
// kverify-test: block=32 grid=4
#include <cuda/atomic>

// expect: violated
__global__ void given_back_relaxed(int *lock, int *data)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (threadIdx.x == 0) {
        while (l.exchange(1, cuda::memory_order_acquire)) {
        }
        data[0] += 1; //~ data-race grid global write-write //~ data-race grid global read-write
        l.store(0, cuda::memory_order_relaxed);
    }
}

// expect: violated
__global__ void fences_the_wrong_way_round(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        data[0] += 1; //~ data-race grid global write-write //~ data-race grid global read-write
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        atomicExch(lock, 0);
    }
}

// expect: violated
__global__ void for_the_block_only(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
        data[0] += 1; //~ data-race grid global write-write //~ data-race grid global read-write
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
        atomicExch(lock, 0);
    }
}

struct Tickets {
    unsigned next, serving;
};

// The next one is let in by an operation that releases nothing.
// expect: violated
__global__ void tickets_of_one_object(Tickets *lock, int *data)
{
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(lock->next), serving(lock->serving);
        unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
        while (serving.load(cuda::memory_order_acquire) != mine) {
        }
        data[0] += 1; //~ data-race grid global write-write //~ data-race grid global read-write
        serving.store(mine + 1, cuda::memory_order_relaxed);
    }
}

// Locks that order by the orders of their operations.
// kverify-test: block=32 grid=4
#include <cuda/atomic>
#include <cuda/semaphore>

// expect: proved
__global__ void taken_and_stored_back(int *lock, int *data)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (threadIdx.x == 0) {
        while (l.exchange(1, cuda::memory_order_acquire)) {
        }
        data[0] += 1;
        l.store(0, cuda::memory_order_release);
    }
}

// The failing exchange need not acquire.
// expect: proved
__global__ void compared(cuda::atomic<int, cuda::thread_scope_device> *lock, int *data)
{
    if (threadIdx.x == 0) {
        int wanted = 0;
        while (!lock->compare_exchange_weak(wanted, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed))
            wanted = 0;
        data[0] += 1;
        lock->store(0, cuda::memory_order_release);
    }
}

// expect: proved
__global__ void flag(cuda::atomic_flag<cuda::thread_scope_device> *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (lock->test_and_set(cuda::memory_order_acquire)) {
        }
        data[0] += 1;
        lock->clear(cuda::memory_order_release);
    }
}

// expect: proved
__global__ void semaphore(cuda::binary_semaphore<cuda::thread_scope_device> *lock, int *data)
{
    if (threadIdx.x == 0) {
        lock->acquire();
        data[0] += 1;
        lock->release();
    }
}

// Each side by a fence of its own kind.
// expect: proved
__global__ void one_sided_fences(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        data[0] += 1;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        atomicExch(lock, 0);
    }
}

struct Tickets {
    unsigned next, serving;
};

// What is served and what is drawn from are members of one object.
// expect: proved
__global__ void tickets_of_one_object(Tickets *lock, int *data)
{
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(lock->next), serving(lock->serving);
        unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
        while (serving.load(cuda::memory_order_acquire) != mine) {
        }
        data[0] += 1;
        serving.store(mine + 1, cuda::memory_order_release);
    }
}

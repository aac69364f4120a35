// As the free ones, with one order or place that does not do.
// kverify-test: block=1 grid=2
#include <cuda/atomic>
using Cell = cuda::atomic_ref<int, cuda::thread_scope_device>;

// A compare-and-exchange that fails is a read, here a relaxed one.
// expect: violated
__global__ void seen_by_failing(int *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42; // @first
        Cell(*flag).store(1, cuda::memory_order_release);
    } else {
        int found;
        do {
            found = 0;
            Cell(*flag).compare_exchange_strong(found, 0, cuda::memory_order_acquire, cuda::memory_order_relaxed);
        } while (found == 0);
        data[1] = data[0]; //~ data-race grid global read-write with @first
    }
}

// expect: violated
__global__ void fence_after_the_flag(int *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42; // @second
        Cell(*flag).store(1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    } else {
        while (!Cell(*flag).load(cuda::memory_order_acquire)) {
        }
        data[1] = data[0]; //~ data-race grid global read-write with @second
    }
}

// expect: violated
__global__ void fence_before_the_look(int *flag, int *data)
{
    if (blockIdx.x == 0) {
        data[0] = 42; // @third
        Cell(*flag).store(1, cuda::memory_order_release);
    } else {
        do {
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        } while (!Cell(*flag).load(cuda::memory_order_relaxed));
        data[1] = data[0]; //~ data-race grid global read-write with @third
    }
}

// expect: violated
__global__ void fence_on_some_ways(int *flag, int *data, int fences)
{
    if (blockIdx.x == 0) {
        data[0] = 42; // @fourth
        if (fences)
            __threadfence();
        atomicExch(flag, 1);
    } else {
        while (!atomicAdd(flag, 0)) {
        }
        __threadfence();
        data[1] = data[0]; //~ data-race grid global read-write with @fourth
    }
}

// As the free ones; the last access stands behind the release.
// kverify-test: block=32 grid=4
#include <cuda/atomic>

// expect: violated
__global__ void one_more(int *lock, int *data)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> l(*lock);
    if (threadIdx.x == 0) {
        while (l.exchange(1, cuda::memory_order_acquire)) {
        }
        int sum = data[0] + 1; //~ data-race grid global read-write with @late
        l.store(0, cuda::memory_order_release);
        data[0] = sum; // @late
        //~ data-race grid global write-write
    }
}

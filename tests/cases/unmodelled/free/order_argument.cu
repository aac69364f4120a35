// An order that the launch decides is not known: nothing is concluded from it.
// kverify-test: block=1 grid=2
#include <cuda/atomic>

// expect: unknown
__global__ void chosen(int *flag, int *data, int order)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        data[0] = 42;
        f.store(1, (cuda::memory_order)order);
    } else {
        while (!f.load(cuda::memory_order_acquire)) {
        }
        data[1] = data[0];
    }
}

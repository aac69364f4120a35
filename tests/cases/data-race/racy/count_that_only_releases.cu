// The last block is found by a count that releases, and lets nothing in.
// kverify-test: block=32
#include <cuda/atomic>

// expect: violated
__global__ void only_releases(int *part, int *sum, unsigned *count)
{
    if (threadIdx.x)
        return;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
    part[blockIdx.x] = blockIdx.x; //~ data-race grid with @read
    if (counter.fetch_add(1, cuda::memory_order_release) == gridDim.x - 1) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += part[i]; // @read
        *sum = all;
    }
}

// The last block is found by a count that lets in what the others wrote.
// kverify-test: block=32
#include <cuda/atomic>

// expect: proved
__global__ void both(int *part, int *sum, unsigned *count)
{
    if (threadIdx.x)
        return;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
    part[blockIdx.x] = blockIdx.x;
    if (counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += part[i];
        *sum = all;
    }
}

// expect: proved
__global__ void fence_behind(int *part, int *sum, unsigned *count)
{
    if (threadIdx.x)
        return;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
    part[blockIdx.x] = blockIdx.x;
    if (counter.fetch_add(1, cuda::memory_order_release) == gridDim.x - 1) {
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += part[i];
        *sum = all;
    }
}

// Neither an order, nor a fence or a barrier behind the count: what was written may not be seen yet (PTX ISA, "Acquire patterns").
// expect: unknown
__global__ void without_order(int *part, int *sum, unsigned *count)
{
    if (threadIdx.x)
        return;
    part[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += part[i];
        *sum = all;
    }
}

// As in the programming guide: the block waits between.
// expect: proved
__global__ void behind_a_barrier(int *part, int *sum, unsigned *count)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            all += part[i];
        *sum = all;
    }
}

// Atomics and fences whose scope holds all who take part.
// kverify-test: block=2 grid=2
#include <cuda/atomic>

// expect: proved
__global__ void counted_on_the_device(int *total)
{
    atomicAdd(total, 1);
}

// Each block has a counter of its own.
// expect: proved
__global__ void counters_of_blocks(int *totals)
{
    atomicAdd_block(&totals[blockIdx.x], 1);
}

// expect: proved
__global__ void reference_of_the_device(int *total)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> of(*total);
    of.fetch_add(1);
}

// expect: proved
__global__ void wide_message(int *data, int *flag, int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 7;
            __threadfence();
            atomicExch(flag, 1);
        } else if (atomicAdd(flag, 0) != 0) {
            __threadfence();
            out[0] = data[0];
        }
    }
}

// Within a block its own scope will do.
// expect: proved
__global__ void lock_of_the_block(int *locks, int *sums)
{
    int *lock = &locks[blockIdx.x];
    while (atomicCAS_block(lock, 0, 1) != 0) { //~ warning non-terminating-loop
    }
    __threadfence_block();
    sums[blockIdx.x] += threadIdx.x;
    __threadfence_block();
    atomicExch_block(lock, 0);
}

// expect: proved
__global__ void relaxed_between_fences(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> of(*flag);
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 7;
            __threadfence();
            of.fetch_add(1, cuda::memory_order_relaxed);
        } else if (of.load(cuda::memory_order_relaxed) != 0) {
            __threadfence();
            out[0] = data[0];
        }
    }
}

// Atomics and fences that hold for the block, where threads of other blocks take part.
// kverify-test: block=2 grid=2
#include <cuda/atomic>

// expect: violated
__global__ void counted_in_the_block(int *total)
{
    atomicAdd_block(total, 1); //~ data-race grid global
}

// One side for the device, the other for its block.
// expect: violated
__global__ void one_side_only(int *total)
{
    if (blockIdx.x == 0)
        atomicAdd(total, 1); // @device
    else
        atomicAdd_block(total, 1); //~ data-race grid global with @device
}

// expect: violated
__global__ void reference_of_the_block(int *total)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> of(*total);
    of.fetch_add(1); //~ data-race grid global
}

// The message is fenced for the block that sends it.
// expect: violated
__global__ void narrow_message(int *data, int *flag, int *out)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 7; // @sent
            __threadfence_block();
            atomicExch(flag, 1);
        } else if (atomicAdd(flag, 0) != 0) {
            __threadfence();
            out[0] = data[0]; //~ data-race grid global read-write with @sent
        }
    }
}

// The lock is for all, its fences are not.
// expect: violated
__global__ void narrow_fences(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence_block();
        *sum = blockIdx.x; //~ data-race grid global write-write
        __threadfence_block();
        atomicExch(lock, 0);
    }
}

// Relaxed on both sides, and no fence.
// expect: violated
__global__ void relaxed_message(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> of(*flag);
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 7; // @relaxed
            of.fetch_add(1, cuda::memory_order_relaxed);
        } else if (of.load(cuda::memory_order_relaxed) != 0) {
            out[0] = data[0]; //~ data-race grid global read-write with @relaxed
        }
    }
}

// A flag that is set by a thread which has seen another one.
// kverify-test: block=64 grid=4
#include <cuda/atomic>

// expect: proved
// today: unknown, because what a thread waited for behind a barrier of the block is not compared with what it does then
__global__ void within_a_block(int *data, int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> done[2];
    int t = threadIdx.x;
    if (blockIdx.x != 0) return;
    if (t < 2) done[t].store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (t == 0) {
        data[0] = 1;
        done[0].store(1, cuda::memory_order_release);
    }
    if (t == 32) {
        while (!done[0].load(cuda::memory_order_acquire))
            ;
        data[0] += 1;
        done[1].store(1, cuda::memory_order_release);
    }
    if (t == 1) {
        while (!done[1].load(cuda::memory_order_acquire))
            ;
        out[0] = data[0];
    }
}

// expect: proved
__global__ void between_blocks(int *data, int *done, int *out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        atomicExch(&done[0], 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&done[0], 0) == 0)
            ;
        __threadfence();
        atomicExch(&done[1], 1);
    } else if (blockIdx.x == 2) {
        while (atomicAdd(&done[1], 0) == 0)
            ;
        __threadfence();
        out[0] = data[0];
    }
}

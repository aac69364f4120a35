// Threads count themselves when they are done; who finds that all have comes after all of them.
// kverify-test: block=64 grid=4
#include <cuda/atomic>

// expect: proved
__global__ void last_of_the_block(int *out)
{
    __shared__ int part[64];
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> done;
    if (threadIdx.x == 0) done.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    part[threadIdx.x] = threadIdx.x;
    if (done.fetch_add(1, cuda::memory_order_acq_rel) == 63) {
        int sum = 0;
        for (int i = 0; i < 64; ++i)
            sum += part[i];
        out[blockIdx.x] = sum;
    }
}

// expect: proved
__global__ void last_of_the_launch(int *part, int *out, unsigned *done)
{
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    if (atomicAdd(done, 1u) == 64 * gridDim.x - 1) {
        __threadfence();
        for (int i = 0; i < 256; ++i)
            *out += part[i];
    }
}

// One block writes, and the others wait until all of it has.
// expect: proved
__global__ void one_block_counts(int *part, int *out, int *done)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        part[t] = t;
        __threadfence();
        atomicAdd(done, 1);
    } else {
        while (atomicAdd(done, 0) < 64)
            ;
        __threadfence();
        out[blockIdx.x * 64 + t] = part[63 - t];
    }
}

// expect: proved
__global__ void two_writers(int *part, int *out, int *done)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x < 2) {
        part[blockIdx.x] = 3;
        __threadfence();
        atomicAdd(done, 1);
    } else if (blockIdx.x == 2) {
        while (atomicAdd(done, 0) < 2)
            ;
        __threadfence();
        *out = part[0] + part[1];
    }
}

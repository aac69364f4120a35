// What is wrong with the kernels of free/counts_of_threads.cu, one thing at a time.
// kverify-test: block=64 grid=4
#include <cuda/atomic>

// The last but one goes on.
// expect: violated
__global__ void one_too_early(int *out)
{
    __shared__ int part[64];
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> done;
    if (threadIdx.x == 0) done.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    part[threadIdx.x] = threadIdx.x; // @part
    if (done.fetch_add(1, cuda::memory_order_acq_rel) == 62) {
        int sum = 0;
        for (int i = 0; i < 64; ++i)
            sum += part[i]; //~ data-race block shared read-write with @part
        out[blockIdx.x] = sum;
    }
}

// All blocks count, and not all of them write.
// expect: violated
__global__ void others_count(int *part, int *out, int *done)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) part[t] = t; // @late
    __threadfence();
    atomicAdd(done, 1);
    if (blockIdx.x != 0) {
        while (atomicAdd(done, 0) < 64)
            ;
        __threadfence();
        out[blockIdx.x * 64 + t] = part[63 - t]; //~ data-race grid global read-write with @late
    }
}

// Nothing is let go.
// expect: violated
__global__ void no_release(int *part, int *out, int *done)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        part[t] = t; // @loose
        atomicAdd(done, 1);
    } else {
        while (atomicAdd(done, 0) < 64)
            ;
        __threadfence();
        out[blockIdx.x * 64 + t] = part[63 - t]; //~ data-race grid global read-write with @loose
    }
}

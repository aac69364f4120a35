// Copies of one thread are in no order until it has waited: which of two into one place is the last one nobody knows.
// kverify-test: block=64 grid=1
#include <cuda/barrier>
#include <cuda_pipeline.h>

// expect: violated
__global__ void two_batches(int *out, const int *a, const int *b)
{
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int)); // @first
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[threadIdx.x], &b[threadIdx.x], sizeof(int)); //~ data-race thread shared write-write with @first
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The open batch is not waited for.
// expect: violated
__global__ void open_batch(int *out, const int *a, const int *b)
{
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int)); // @open
    __pipeline_wait_prior(0);
    __pipeline_memcpy_async(&tile[threadIdx.x], &b[threadIdx.x], sizeof(int)); //~ data-race thread shared write-write with @open
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// Two stages, of which two are left under way while a third is started.
// expect: violated
__global__ void one_stage_too_few(int *out, const int *in, int n)
{
    __shared__ int tile[2][64];
    for (int i = 0; i < n; ++i) {
        __pipeline_memcpy_async(&tile[i & 1][threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int)); //~ data-race thread shared write-write
        __pipeline_commit();
        __pipeline_wait_prior(2);
    }
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[0][threadIdx.x];
}

// Every second iteration waits, and then for too few.
// expect: violated
__global__ void seldom(int *out, const int *in, int n)
{
    __shared__ int tile[2][64];
    for (int i = 0; i < n; ++i) {
        __pipeline_memcpy_async(&tile[i & 1][threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int)); //~ data-race thread shared write-write
        __pipeline_commit();
        if (i & 1)
            __pipeline_wait_prior(1);
    }
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[0][threadIdx.x];
}

// expect: violated
__global__ void of_a_barrier(int *out, const int *a, const int *b)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[64];
    if (threadIdx.x == 0)
        init(&bar, 64);
    __syncthreads();
    cuda::memcpy_async(tile + threadIdx.x, a + threadIdx.x, sizeof(int), bar); // @barrier
    cuda::memcpy_async(tile + threadIdx.x, b + threadIdx.x, sizeof(int), bar); //~ data-race thread shared write-write with @barrier
    bar.arrive_and_wait();
    out[threadIdx.x] = tile[threadIdx.x];
}

// Pieces of one batch that overlap by one element.
// expect: violated
__global__ void pieces(float *out, const float *in)
{
    __shared__ float tile[64 * 8];
    for (int j = 0; j < 2; ++j) {
        __pipeline_memcpy_async(&tile[8 * threadIdx.x + 2 * j], &in[8 * threadIdx.x + 4 * j], 16); //~ data-race thread shared write-write
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[8 * threadIdx.x];
}

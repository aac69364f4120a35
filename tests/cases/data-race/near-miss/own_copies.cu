// Copies of one thread that meet in nothing, or only after the thread has waited.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>

// expect: proved
__global__ void waits_between(int *out, const int *a, const int *b)
{
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __pipeline_memcpy_async(&tile[threadIdx.x], &b[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// expect: proved
__global__ void enough_stages(int *out, const int *in, int n)
{
    __shared__ int tile[2][64];
    tile[0][threadIdx.x] = 0;
    for (int i = 0; i < n; ++i) {
        __pipeline_memcpy_async(&tile[i & 1][threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
    }
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[0][threadIdx.x];
}

// expect: proved
__global__ void pieces(float *out, const float *in)
{
    __shared__ float tile[64 * 8];
    for (int j = 0; j < 2; ++j)
        __pipeline_memcpy_async(&tile[8 * threadIdx.x + 4 * j], &in[8 * threadIdx.x + 4 * j], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[8 * threadIdx.x];
}

// A wait that leaves more than an earlier one takes nothing back.
// expect: proved
__global__ void waits_for_all_first(int *out, const int *a, const int *b)
{
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __pipeline_wait_prior(1);
    __pipeline_memcpy_async(&tile[threadIdx.x], &b[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The number of batches that are left is computed.
// expect: proved
__global__ void drains(int *out, const int *in)
{
    __shared__ int tile[4][64];
    for (int i = 0; i < 4; ++i) {
        __pipeline_memcpy_async(&tile[i][threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int));
        __pipeline_commit();
    }
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        __pipeline_wait_prior(3 - i);
        __syncthreads();
        sum += tile[i][63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

// One too many is left.
// expect: violated
__global__ void drains_late(int *out, const int *in)
{
    __shared__ int tile[4][64];
    for (int i = 0; i < 4; ++i) {
        __pipeline_memcpy_async(&tile[i][threadIdx.x], &in[64 * i + threadIdx.x], sizeof(int)); // @late
        __pipeline_commit();
    }
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        __pipeline_wait_prior(4 - i);
        __syncthreads();
        sum += tile[i][63 - threadIdx.x]; //~ data-race block shared read-write with @late
    }
    out[threadIdx.x] = sum;
}

// Two threads bring the same element to the same place.
// expect: proved
__global__ void same_element(int *out, const int *in)
{
    __shared__ int tile[32];
    const int t = threadIdx.x % 32;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int)); //~ warning data-race block shared write-write
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[t];
}

// Two bring different ones.
// expect: violated
__global__ void same_place(int *out, const int *in)
{
    __shared__ int tile[32];
    const int t = threadIdx.x % 32;
    __pipeline_memcpy_async(&tile[t], &in[threadIdx.x], sizeof(int)); //~ data-race block shared write-write
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[t];
}

// A store of what is there already is another thing than a copy.
// expect: violated
__global__ void copy_and_store(int *out, const int *in)
{
    __shared__ int tile[32];
    const int t = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int)); // @brought
        __pipeline_commit();
        __pipeline_wait_prior(0);
    } else {
        tile[t] = 7; //~ data-race block shared write-write with @brought
    }
    __syncthreads();
    out[threadIdx.x] = tile[t];
}

// Every thread waits for its own asynchronous copy before the barrier.
#include <cuda_pipeline.h>
// kverify-test: block=64

// expect: proved
__global__ void staged(int *out, const int *in) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[blockIdx.x * 64 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// Of the copies that a loop starts, the last is still under way at the barrier.
// expect: unknown
__global__ void last_of_a_loop(int *out, const int *in) {
    __shared__ int tile[128];
    for (int stage = 0; stage < 2; ++stage) {
        __pipeline_memcpy_async(&tile[64 * stage + threadIdx.x], &in[threadIdx.x], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[127 - threadIdx.x];
}

// Every iteration waits for the copy that the one before started.
// expect: proved
__global__ void ahead_by_one(int *out, const int *in, int n) {
    __shared__ int tile[128];
    int sum = 0;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    for (int k = 0; k < n; ++k) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 1 < n)
            __pipeline_memcpy_async(&tile[64 * ((k + 1) % 2) + threadIdx.x], &in[threadIdx.x], 4);
        __pipeline_commit();
        sum += tile[64 * (k % 2) + 63 - threadIdx.x];
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// Here it waits behind the barrier.
// expect: unknown
__global__ void ahead_by_one_too_late(int *out, const int *in, int n) {
    __shared__ int tile[128];
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        __syncthreads();
        __pipeline_wait_prior(0);
        sum += tile[64 * (k % 2) + 63 - threadIdx.x];
        __pipeline_memcpy_async(&tile[64 * ((k + 1) % 2) + threadIdx.x], &in[threadIdx.x], 4);
        __pipeline_commit();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

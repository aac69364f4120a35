// Copies that are waited for in stages: barriers are passed while later tiles are still on their way.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>
#include <cuda/pipeline>

#define COPY_16(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from))
#define COMMIT() asm volatile("cp.async.commit_group;\n")
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

// Of any number of tiles; a barrier before each tile is read also keeps the slot that is filled next from being read still.
// expect: proved
template <int STAGES> __global__ void stages(float *out, const float *in, int tiles)
{
    __shared__ float tile[STAGES][256];
    const unsigned to = __cvta_generic_to_shared(tile) + threadIdx.x * 16;
    for (int s = 0; s < STAGES - 1; ++s) {
        if (s < tiles)
            COPY_16(to + s * 1024, &in[256 * s + 4 * threadIdx.x]);
        COMMIT();
    }
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        WAIT(STAGES - 2);
        __syncthreads();
        const int next = t + STAGES - 1;
        if (next < tiles)
            COPY_16(to + next % STAGES * 1024, &in[256 * next + 4 * threadIdx.x]);
        COMMIT();
        sum += tile[t % STAGES][255 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

void launch_stages(float *out, const float *in, int tiles)
{
    stages<2><<<1, 64>>>(out, in, tiles);
    stages<3><<<1, 64>>>(out, in, tiles);
    stages<4><<<1, 64>>>(out, in, tiles);
}

// Two buffers, the other one filled while one is read; each thread brings four pieces of a tile.
// expect: proved
__global__ void four_pieces(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][256];
    int buffer = 0;
    for (int i = 0; i < 4; ++i)
        __pipeline_memcpy_async(&tile[0][threadIdx.x + 64 * i], &in[threadIdx.x + 64 * i], 4);
    __pipeline_commit();
    float sum = 0;
    for (int t = 0; t + 1 < tiles; ++t) {
        for (int i = 0; i < 4; ++i)
            __pipeline_memcpy_async(&tile[buffer ^ 1][threadIdx.x + 64 * i],
                                    &in[256 * (t + 1) + threadIdx.x + 64 * i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[buffer][255 - threadIdx.x];
        __syncthreads();
        buffer ^= 1;
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = sum + tile[buffer][255 - threadIdx.x];
}

// Two arrays, each with a copy of its own in every stage.
// expect: proved
__global__ void two_arrays(float *out, const float *a, const float *b, int tiles)
{
    __shared__ float left[2][64], right[2][64];
    __pipeline_memcpy_async(&left[0][threadIdx.x], &a[threadIdx.x], 4);
    __pipeline_memcpy_async(&right[0][threadIdx.x], &b[threadIdx.x], 4);
    __pipeline_commit();
    float sum = 0;
    for (int t = 1; t <= tiles; ++t) {
        __pipeline_memcpy_async(&left[t % 2][threadIdx.x], &a[64 * t + threadIdx.x], 4);
        __pipeline_memcpy_async(&right[t % 2][threadIdx.x], &b[64 * t + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += left[(t - 1) % 2][63 - threadIdx.x] * right[(t - 1) % 2][threadIdx.x ^ 1];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// A pipeline that a thread has to itself, of two stages.
// expect: proved
__global__ void pipeline_object(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    float sum = 0;
    for (int t = 1; t < tiles; ++t) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[t % 2][threadIdx.x], &in[64 * t + threadIdx.x], sizeof(float), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        sum += tile[(t - 1) % 2][63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// The copy is waited for, and other threads of the warp are met only.
// expect: proved
__global__ void by_warps(float *out, const float *in)
{
    __shared__ float tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x ^ 31];
}

// A barrier is passed with a copy under way, which nobody reads or writes until it is waited for.
// expect: proved
__global__ void passed(float *out, const float *in)
{
    __shared__ float tile[64], other[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    other[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const float x = other[63 - threadIdx.x];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = x + tile[63 - threadIdx.x];
}

// Each thread reads what it copied itself: the older batch, which it has waited for.
// expect: proved
__global__ void own_in_stages(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][64];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    float sum = 0;
    for (int t = 1; t < tiles; ++t) {
        __pipeline_memcpy_async(&tile[t % 2][threadIdx.x], &in[64 * t + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        sum += tile[(t - 1) % 2][threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

// Any number of copies in one batch, of which the thread meets none before it has waited.
// expect: proved
__global__ void many_in_a_batch(float *out, const float *in, int n)
{
    extern __shared__ float buffer[];
    for (int i = threadIdx.x; i < n; i += 64)
        __pipeline_memcpy_async(&buffer[i], &in[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 64)
        out[i] = buffer[n - 1 - i];
}

// Every iteration waits for the copy that the one before started.
// expect: proved
__global__ void ahead_by_one(int *out, const int *in, int n)
{
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
    out[threadIdx.x] = sum;
}

// One stage: whether anything is left to wait for is a question that every iteration answers alike.
// expect: proved
__global__ void one_stage_in_a_loop(float *out, const float *in, int tiles)
{
    __shared__ float tile[64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[threadIdx.x], &in[64 * t + threadIdx.x], sizeof(float), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// Two stages, the older of which is waited for.
// expect: proved
__global__ void two_stages_in_a_loop(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    float sum = 0;
    for (int t = 1; t < tiles; ++t) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[t % 2][threadIdx.x], &in[64 * t + threadIdx.x], sizeof(float), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[(t - 1) % 2][63 - threadIdx.x];
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

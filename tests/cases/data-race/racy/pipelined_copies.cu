// Copies that are waited for in stages, with a stage too few.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>
#include <cuda/pipeline>

#define COPY_16(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from))
#define COMMIT() asm volatile("cp.async.commit_group;\n")
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

// The tile that is read is the youngest one, which is not waited for.
// expect: violated
__global__ void waits_for_too_few(float *out, const float *in, int tiles)
{
    __shared__ float tile[3][256];
    const unsigned to = __cvta_generic_to_shared(tile) + threadIdx.x * 16;
    for (int s = 0; s < 2; ++s) {
        COPY_16(to + s * 1024, &in[256 * s + 4 * threadIdx.x]); // @first
        COMMIT();
    }
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        WAIT(2);
        __syncthreads();
        sum += tile[t % 3][255 - threadIdx.x]; //~ data-race block shared read-write with @next
        //~ data-race block shared read-write with @first
        const int next = t + 2;
        COPY_16(to + next % 3 * 1024, &in[256 * next + 4 * threadIdx.x]); // @next
        COMMIT();
    }
    out[threadIdx.x] = sum;
}

// The next tile goes where the tile of this iteration is still read.
// expect: violated
__global__ void a_slot_too_few(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][256];
    const unsigned to = __cvta_generic_to_shared(tile) + threadIdx.x * 16;
    for (int s = 0; s < 2; ++s) {
        COPY_16(to + s * 1024, &in[256 * s + 4 * threadIdx.x]);
        COMMIT();
    }
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        WAIT(1);
        __syncthreads();
        sum += tile[t % 2][255 - threadIdx.x]; //~ data-race block shared read-write with @over
        COPY_16(to + (t + 2) % 2 * 1024, &in[256 * (t + 2) + 4 * threadIdx.x]); // @over
        COMMIT();
    }
    out[threadIdx.x] = sum;
}

// The barrier after the tile was read is missing: a fast thread copies the tile after the next over it.
// expect: violated
__global__ void no_second_barrier(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][256];
    int buffer = 0;
    for (int i = 0; i < 4; ++i)
        __pipeline_memcpy_async(&tile[0][threadIdx.x + 64 * i], &in[threadIdx.x + 64 * i], 4);
    __pipeline_commit();
    float sum = 0;
    for (int t = 0; t + 1 < tiles; ++t) {
        for (int i = 0; i < 4; ++i)
            __pipeline_memcpy_async(&tile[buffer ^ 1][threadIdx.x + 64 * i], // @fill
                                    &in[256 * (t + 1) + threadIdx.x + 64 * i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[buffer][255 - threadIdx.x]; //~ data-race block shared read-write with @fill
        buffer ^= 1;
    }
    out[threadIdx.x] = sum;
}

// A batch that is never closed is not waited for.
// expect: violated
__global__ void never_committed(float *out, const float *in)
{
    __shared__ float tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4); // @open
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @open
}

// The copy is started after the batch was closed.
// expect: violated
__global__ void started_too_late(float *out, const float *in)
{
    __shared__ float tile[128];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[64 + threadIdx.x], &in[64 + threadIdx.x], 4); // @late
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @late
}

// The younger of two batches is still under way two barriers later.
// expect: violated
__global__ void two_barriers_later(float *out, const float *in)
{
    __shared__ float tile[128];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[64 + threadIdx.x], &in[64 + threadIdx.x], 4); // @younger
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float x = tile[63 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = x + tile[127 - threadIdx.x]; //~ data-race block shared read-write with @younger
}

// A thread reads what it copied itself, and has not waited.
// expect: violated
__global__ void own_not_waited_for(float *out, const float *in)
{
    __shared__ float tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4); // @own
    __pipeline_commit();
    out[threadIdx.x] = tile[threadIdx.x]; //~ data-race thread shared read-write with @own
}

// It waits for the older batch, and reads the younger one.
// expect: violated
__global__ void own_in_stages(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][64];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    float sum = 0;
    for (int t = 1; t < tiles; ++t) {
        __pipeline_memcpy_async(&tile[t % 2][threadIdx.x], &in[64 * t + threadIdx.x], 4); // @younger_own
        __pipeline_commit();
        __pipeline_wait_prior(1);
        sum += tile[t % 2][threadIdx.x]; //~ data-race thread shared read-write with @younger_own
    }
    out[threadIdx.x] = sum;
}

// What the copy reads is overwritten before it is done.
// expect: violated
__global__ void source_overwritten(float *data, float *out)
{
    __shared__ float tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &data[threadIdx.x], 4); // @source
    __pipeline_commit();
    data[threadIdx.x] = 0; //~ data-race thread global read-write with @source
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[threadIdx.x];
}

// Of the copies that a loop starts, the last is still under way at the barrier.
// expect: violated
__global__ void last_of_a_loop(int *out, const int *in)
{
    __shared__ int tile[128];
    for (int stage = 0; stage < 2; ++stage) {
        __pipeline_memcpy_async(&tile[64 * stage + threadIdx.x], &in[threadIdx.x], 4); // @last
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @last
}

// The wait stands behind the barrier.
// expect: violated
__global__ void ahead_by_one_too_late(int *out, const int *in, int n)
{
    __shared__ int tile[128];
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        __syncthreads();
        __pipeline_wait_prior(0);
        sum += tile[64 * (k % 2) + 63 - threadIdx.x]; // @sum
        __pipeline_memcpy_async(&tile[64 * ((k + 1) % 2) + threadIdx.x], &in[threadIdx.x], 4); //~ data-race block shared read-write with @sum
        __pipeline_commit();
    }
    out[threadIdx.x] = sum;
}

// The older stage is waited for, and the younger one is read.
// expect: violated
__global__ void the_wrong_stage(float *out, const float *in, int tiles)
{
    __shared__ float tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    float sum = 0;
    for (int t = 1; t < tiles; ++t) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[t % 2][threadIdx.x], &in[64 * t + threadIdx.x], sizeof(float), pipe); // @younger_stage
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[t % 2][63 - threadIdx.x]; //~ data-race block shared read-write with @younger_stage
        __syncthreads();
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

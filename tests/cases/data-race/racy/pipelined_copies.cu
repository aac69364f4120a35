// Copies that are waited for in stages, with a stage too few.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>

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
        sum += tile[t % 3][255 - threadIdx.x]; //~ data-race block shared read-write with @first, data-race block shared read-write with @next
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

// What is wrong with the kernel of free/group_copies_in_stages.cu, one thing at a time.
// kverify-test: block=64 grid=2
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

// The younger of the two copies is read.
// expect: violated
__global__ void wrong_stage(float *out, const float *in, int n)
{
    __shared__ float tile[2][256];
    auto block = cg::this_thread_block();
    float sum = 0;
    cg::memcpy_async(block, tile[0], in, sizeof(float) * 256);
    for (int i = 0; i < n; ++i) {
        if (i + 1 < n) {
            cg::memcpy_async(block, tile[(i + 1) & 1], in + (i + 1) * 256, sizeof(float) * 256); // @copy
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        for (int k = threadIdx.x; k < 256; k += 64)
            sum += tile[(i + 1) & 1][255 - k]; //~ data-race block shared read-write with @copy
        block.sync();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// Nobody waits before the tile is filled again.
// expect: violated
__global__ void no_barrier(float *out, const float *in, int n)
{
    __shared__ float tile[2][256];
    auto block = cg::this_thread_block();
    float sum = 0;
    cg::memcpy_async(block, tile[0], in, sizeof(float) * 256);
    for (int i = 0; i < n; ++i) {
        if (i + 1 < n) {
            cg::memcpy_async(block, tile[(i + 1) & 1], in + (i + 1) * 256, sizeof(float) * 256); // @again
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        for (int k = threadIdx.x; k < 256; k += 64)
            sum += tile[i & 1][255 - k]; //~ data-race block shared read-write with @again
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// Which thread copies which part is not said: one that is done may start the next copy while the first thread still reads.
// expect: violated
__global__ void first_thread_reads(float *out, const float *in, int n)
{
    __shared__ float tile[64];
    auto block = cg::this_thread_block();
    float sum = 0;
    for (int i = 0; i < n; ++i) {
        cg::memcpy_async(block, tile, in + i * 64, sizeof(float) * 64); // @next
        cg::wait(block);
        if (threadIdx.x == 0)
            for (int k = 0; k < 64; ++k)
                sum += tile[k]; //~ data-race block shared read-write with @next
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// What the first thread stored before is not there for whoever copies.
// expect: violated
__global__ void first_thread_stores(float *out, const float *in)
{
    __shared__ float tile[64];
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0)
        tile[5] = 0; // @stored
    cg::memcpy_async(block, tile, in, sizeof(float) * 64); //~ data-race block shared write-write with @stored
    cg::wait(block);
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

// Two copies under way, each by whichever threads.
// expect: violated
__global__ void overlapping(float *out, const float *in)
{
    __shared__ float tile[65];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(float) * 64); // @one
    cg::memcpy_async(block, tile + 1, in + 64, sizeof(float) * 64); //~ data-race block shared write-write with @one
    cg::wait(block);
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

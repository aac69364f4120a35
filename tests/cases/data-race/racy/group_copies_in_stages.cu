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

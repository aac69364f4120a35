// Copies of a group that a later iteration of a loop waits for.
// kverify-test: block=64 grid=2
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void two_stages(float *out, const float *in, int n)
{
    __shared__ float tile[2][256];
    auto block = cg::this_thread_block();
    float sum = 0;
    cg::memcpy_async(block, tile[0], in, sizeof(float) * 256);
    for (int i = 0; i < n; ++i) {
        if (i + 1 < n) {
            cg::memcpy_async(block, tile[(i + 1) & 1], in + (i + 1) * 256, sizeof(float) * 256);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        for (int k = threadIdx.x; k < 256; k += 64)
            sum += tile[i & 1][255 - k];
        block.sync();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The first thread reads, and all wait for it before the next copy.
// expect: proved
__global__ void first_thread_reads_in_turn(float *out, const float *in, int n)
{
    __shared__ float tile[64];
    auto block = cg::this_thread_block();
    float sum = 0;
    for (int i = 0; i < n; ++i) {
        cg::memcpy_async(block, tile, in + i * 64, sizeof(float) * 64);
        cg::wait(block);
        if (threadIdx.x == 0)
            for (int k = 0; k < 64; ++k)
                sum += tile[k];
        block.sync();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

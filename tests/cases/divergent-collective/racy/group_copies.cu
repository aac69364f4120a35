// A copy that a whole group does: all of it have to come.
// kverify-test: block=128 grid=1
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// expect: violated
__global__ void of_half(const float *a, float *out)
{
    __shared__ float tile[128];
    auto block = cg::this_thread_block();
    if (threadIdx.x < 64)
        cg::memcpy_async(block, tile, a, sizeof tile); //~ divergent-collective
    cg::wait(block);
    out[threadIdx.x] = tile[threadIdx.x];
}

// expect: violated
__global__ void of_some_lanes(const float *a, float *out)
{
    __shared__ float tile[4][32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned w = threadIdx.x / 32;
    if (threadIdx.x % 32 < 16)
        cg::memcpy_async(warp, tile[w], a + w * 32, sizeof tile[w]); //~ divergent-collective
    cg::wait(warp);
    out[threadIdx.x] = tile[w][threadIdx.x % 32];
}

// expect: violated
__global__ void through_a_pipeline(const float *a, float *out, int n)
{
    __shared__ float tile[128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    if ((int)threadIdx.x < n)
        cuda::memcpy_async(block, tile, a, sizeof tile, pipe); //~ divergent-collective
    pipe.producer_commit();
    pipe.consumer_wait();
    block.sync();
    out[threadIdx.x] = tile[threadIdx.x]; //~ warning uninitialised-read
}

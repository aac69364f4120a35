// A copy that a whole group does, where all of it come.
// kverify-test: block=128 grid=1
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// expect: proved
__global__ void of_all(const float *a, float *out, int n)
{
    __shared__ float tile[128];
    auto block = cg::this_thread_block();
    if (n > 0)
        cg::memcpy_async(block, tile, a, sizeof tile);
    cg::wait(block);
    out[threadIdx.x] = n > 0 ? tile[threadIdx.x] : 0;
}

// expect: proved
__global__ void of_some_warps(const float *a, float *out)
{
    __shared__ float tile[4][32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned w = threadIdx.x / 32;
    if (w < 2) {
        cg::memcpy_async(warp, tile[w], a + w * 32, sizeof tile[w]);
        cg::wait(warp);
        out[threadIdx.x] = tile[w][threadIdx.x % 32];
    }
}

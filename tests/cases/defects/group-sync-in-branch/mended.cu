// All of it.
// kverify-test: block=32 grid=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void parts(int *a)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.thread_rank() < 8)
        a[threadIdx.x] = 1;
    tile.sync();
    int other = tile.shfl(2, 9);
    if (tile.thread_rank() >= 8)
        a[threadIdx.x] = other;
}

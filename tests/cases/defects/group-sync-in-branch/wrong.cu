// synccheck, cooperative groups: only a part of a tile waits.
// kverify-test: block=32 grid=1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void parts(int *a)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.thread_rank() < 8) {
        a[threadIdx.x] = 1;
        tile.sync(); //~ divergent-collective
    } else {
        a[threadIdx.x] = tile.shfl(2, 9); //~ divergent-collective
    }
}

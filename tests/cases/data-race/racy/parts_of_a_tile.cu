#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Two tiles have four parts, of which two share a place.
// kverify: block=32 grid=1
// expect: violated
__global__ void parts_of_two_tiles(int *out, const int *in)
{
    bool odd = in[threadIdx.x] & 1;
    auto part = cg::binary_partition(cg::tiled_partition<16>(cg::this_thread_block()), odd);
    if (part.thread_rank() == 0)
        out[odd] = threadIdx.x; //~ data-race warp global write-write
}

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The first lane of each of the two parts writes for it.
// kverify: block=32 grid=1
// expect: proved
__global__ void one_of_each_part(int *out, const int *in)
{
    bool odd = in[threadIdx.x] & 1;
    auto part = cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), odd);
    if (part.thread_rank() == 0)
        out[odd] = threadIdx.x;
}

// Parts of two tiles are four.
// kverify: block=32 grid=1
// expect: proved
__global__ void one_of_each_part_of_two_tiles(int *out, const int *in)
{
    bool odd = in[threadIdx.x] & 1;
    auto part = cg::binary_partition(cg::tiled_partition<16>(cg::this_thread_block()), odd);
    if (part.thread_rank() == 0)
        out[threadIdx.x / 16 * 2 + odd] = threadIdx.x;
}

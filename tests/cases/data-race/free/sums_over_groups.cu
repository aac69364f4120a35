// Compaction by the scans of groups: what stays is counted by lanes before it, and each group reserves its places.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void kept_by_warps(int *out, int *count, const int *in, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int keep = i < n && in[i] > 0;
    int place = cg::exclusive_scan(warp, keep, cg::plus<int>());
    int all = cg::reduce(warp, keep, cg::plus<int>());
    int start = 0;
    if (warp.thread_rank() == 0)
        start = atomicAdd(count, all);
    start = warp.shfl(start, 0);
    if (keep)
        out[start + place] = i;
}

// expect: proved
__global__ void kept_by_tiles(int *out, int *count, const int *in, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int keep = i < n && in[i] > 0;
    int place = cg::inclusive_scan(tile, keep, cg::plus<int>());
    int all = cg::reduce(tile, keep, cg::plus<int>());
    int start = 0;
    if (tile.thread_rank() == 0)
        start = atomicAdd(count, all);
    start = tile.shfl(start, 0);
    if (keep)
        out[start + place - 1] = i;
}

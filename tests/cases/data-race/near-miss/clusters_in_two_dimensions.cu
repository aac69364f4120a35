// Ranks count x first; the grid is of whole clusters.
// kverify-test: block=64 grid=2,4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void __cluster_dims__(2, 2, 1) in_two_dimensions(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    dim3 at = cluster.block_index();
    int *theirs = cluster.map_shared_rank(tile, (at.y ^ 1) * 2 + at.x);
    theirs[threadIdx.x] = 1;
    cluster.sync();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

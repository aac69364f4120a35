// Blocks of a cluster of which the host says how many there are: what they do together is not modelled.
// kverify-test: block=64 grid=2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
// today: unknown, because which blocks a cluster has is not known
__global__ void in_global_memory(int *out, int *other) {
    cg::cluster_group cluster = cg::this_cluster();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    cluster.sync();
    other[blockIdx.x * 64 + threadIdx.x] = out[(blockIdx.x ^ 1) * 64 + threadIdx.x];
}

// expect: unknown
__global__ void in_shared_memory(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    theirs[threadIdx.x] = 1;
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

// The cluster waits for itself.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
    cluster.sync();
}

// racecheck: shared memory of another block of the cluster is read before it is written.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) swap(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    s[threadIdx.x] = blockIdx.x; // @write
    int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x]; //~ data-race cluster shared read-write with @write
    cluster.sync();
}

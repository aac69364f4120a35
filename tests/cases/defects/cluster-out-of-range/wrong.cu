// memcheck: shared memory of a block that the cluster does not have.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) ring(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(s, cluster.block_rank() + 1); //~ invalid-argument
    out[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x];
    cluster.sync();
}

// Blocks of a cluster, or threads of a block, that do not all come to the cluster's barrier.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) every_second_block(int *out) {
    auto cluster = cg::this_cluster();
    if (blockIdx.x % 2) cluster.sync(); //~ barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

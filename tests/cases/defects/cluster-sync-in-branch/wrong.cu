// synccheck, cooperative groups: only some blocks of a cluster wait for it.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) first_block(int *a)
{
    auto cluster = cooperative_groups::this_cluster();
    if (cluster.block_rank() == 0)
        cluster.sync(); //~ barrier-divergence with exit
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

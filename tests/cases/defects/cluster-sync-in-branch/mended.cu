// All of them.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) first_block(int *a)
{
    auto cluster = cooperative_groups::this_cluster();
    cluster.sync();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

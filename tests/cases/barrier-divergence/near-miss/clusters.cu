// All blocks of a cluster go the same way.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) every_second_cluster(int *out) {
    auto cluster = cg::this_cluster();
    if (blockIdx.x / 2 % 2) cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

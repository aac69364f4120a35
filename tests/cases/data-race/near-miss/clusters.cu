// Blocks of a cluster that need not wait, or of which it is enough that some do.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) its_own_by_rank(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    int *own = cluster.map_shared_rank(tile, cluster.block_rank());
    own[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// Each block writes another part of the first one's memory.
__global__ void __cluster_dims__(2, 1, 1) parts_of_the_first(int *out) {
    __shared__ int tile[128];
    auto cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(tile, 0)[cluster.thread_rank()] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0) out[blockIdx.x * 64 + threadIdx.x] = tile[64 + threadIdx.x];
}

// Who is only written to may leave before the others.
__global__ void __cluster_dims__(2, 1, 1) reads_its_own_after(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x] = 1;
    cluster.sync();
    if (threadIdx.x >= 32) return;
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) waits_in_each_round(int *out, int n) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    for (int i = 0; i < n; ++i) {
        int theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
        cluster.sync();
        tile[threadIdx.x] = theirs + 1;
        cluster.sync();
    }
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

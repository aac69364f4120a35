// Blocks of a cluster that do not wait for each other, or wait too late.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) waits_for_the_block(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    cluster.sync();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    theirs[threadIdx.x] = 1; // @put
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race cluster shared read-write with @put
    cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) both_to_one(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    cluster.sync();
    int *first = cluster.map_shared_rank(tile, 0);
    first[threadIdx.x] = cluster.block_rank(); //~ data-race cluster shared write-write
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) leaves_while_read(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = threadIdx.x;
    cluster.sync();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + threadIdx.x] = theirs[threadIdx.x]; //~ data-race cluster shared read-write with exit
}

__global__ void __cluster_dims__(2, 1, 1) writes_before_it_begins(int *out) { // @begin
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    theirs[threadIdx.x] = 1; //~ data-race cluster shared read-write with @begin
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) writes_after_the_arrival(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    cluster.barrier_arrive();
    tile[threadIdx.x] = threadIdx.x; // @late
    cluster.barrier_wait();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    out[blockIdx.x * 64 + threadIdx.x] = theirs[threadIdx.x]; //~ data-race cluster shared read-write with @late
    cluster.sync();
}

// The block that is asked is of another cluster.
__global__ void __cluster_dims__(2, 1, 1) of_another_cluster(int *out, int *other) {
    auto cluster = cg::this_cluster();
    out[blockIdx.x * 64 + threadIdx.x] = 1; // @there
    cluster.sync();
    other[blockIdx.x * 64 + threadIdx.x] = out[(blockIdx.x ^ 2) * 64 + threadIdx.x]; //~ data-race grid global read-write with @there
}

// Of the block that is asked nobody is left; what it held does not matter.
__global__ void __cluster_dims__(2, 1, 1) reads_where_nobody_is(int *out) { // @start
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    if (cluster.block_rank() == 1) return;
    cluster.sync(); //~ warning barrier-divergence with exit
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(tile, 1)[threadIdx.x]; //~ data-race cluster shared read-write with exit
    //~ data-race cluster shared read-write with @start
    cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) reads_while_the_next_is_written(int *out, int n) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    for (int i = 0; i < n; ++i) {
        int theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x]; // @theirs
        cluster.sync();
        tile[threadIdx.x] = theirs + 1; //~ data-race cluster shared read-write with @theirs
    }
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}

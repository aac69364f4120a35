// Blocks of a cluster wait for each other, and share their shared memory while all of them are there.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) in_global_memory(int *out, int *other) {
    cg::cluster_group cluster = cg::this_cluster();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    cluster.sync();
    other[blockIdx.x * 64 + threadIdx.x] = out[(blockIdx.x ^ 1) * 64 + threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) to_another(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = 0;
    cluster.sync();
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    theirs[threadIdx.x] = 1;
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void __cluster_dims__(4) from_all(int *out) {
    __shared__ int part;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) part = blockIdx.x;
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        int sum = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) sum += *cluster.map_shared_rank(&part, rank);
        out[blockIdx.x / 4] = sum;
    }
    cluster.sync();
}

// Only who reads has to be sure that the others are there; the one that leaves first has arrived.
__global__ void __cluster_dims__(2, 1, 1) arrives_and_waits(int *out) {
    __shared__ int tile[64];
    auto cluster = cg::this_cluster();
    tile[threadIdx.x] = threadIdx.x;
    auto arrived = cluster.barrier_arrive();
    int own = threadIdx.x * 2;
    cluster.barrier_wait(static_cast<decltype(arrived) &&>(arrived));
    int got = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
    cluster.barrier_arrive();
    out[blockIdx.x * 64 + threadIdx.x] = own + got;
    cluster.barrier_wait();
}

__global__ void __cluster_dims__(2, 1, 1) in_assembly(int *out, int *other) {
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    other[blockIdx.x * 64 + threadIdx.x] = out[(blockIdx.x - rank + (rank ^ 1)) * 64 + threadIdx.x];
}

// Bins of a histogram lie in the blocks' shared memory, some in each.
#define BINS 64
__global__ void __cluster_dims__(2, 1, 1) histogram(const unsigned *values, unsigned *bins) {
    __shared__ unsigned own[BINS];
    auto cluster = cg::this_cluster();
    own[threadIdx.x] = 0;
    cluster.sync();
    unsigned value = values[blockIdx.x * 64 + threadIdx.x] % (2 * BINS);
    atomicAdd(cluster.map_shared_rank(own, value / BINS) + value % BINS, 1);
    cluster.sync();
    atomicAdd(bins + cluster.block_rank() * BINS + threadIdx.x, own[threadIdx.x]);
}

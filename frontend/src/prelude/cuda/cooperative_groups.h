/* Cooperative groups: classes whose members are the plain functions of the same meaning. */
#pragma once
#pragma clang system_header
#include <kverify/atomics.h>
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
namespace kverify {
inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned block_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned long long grid_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
inline unsigned long long block_index() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
inline unsigned lane() { return block_rank() % 32u; }
/* The lanes of the tile of `n` that this thread is in. */
inline unsigned tile_mask(unsigned n) {
    return n >= 32u ? 0xffffffffu : ((1u << n) - 1u) << (lane() - lane() % n);
}
} // namespace kverify

class thread_block {
  public:
    void kv_all() const { __kv_block_together(); }
    void sync() const { __syncthreads(); }
    static unsigned size() { return kverify::block_size(); }
    static unsigned num_threads() { return kverify::block_size(); }
    static unsigned thread_rank() { return kverify::block_rank(); }
    static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
    bool is_valid() const { return true; }
    struct arrival_token { unsigned long long kv_phase; };
    arrival_token barrier_arrive() const { return arrival_token{__kv_group_arrive()}; }
    void barrier_wait(arrival_token token) const { __kv_group_wait(token.kv_phase); }
};

class grid_group {
  public:
    struct arrival_token {};
    void sync() const { __kv_grid_sync(); }
    arrival_token barrier_arrive() const { __kv_split_barrier(); return arrival_token(); }
    void barrier_wait(arrival_token) const { __kv_split_barrier(); }
    bool is_valid() const { __kv_asks_cooperative(); return true; }
    static unsigned long long size() { return kverify::grid_blocks() * kverify::block_size(); }
    static unsigned long long num_threads() { return kverify::grid_blocks() * kverify::block_size(); }
    static unsigned long long thread_rank() {
        return kverify::block_index() * kverify::block_size() + kverify::block_rank();
    }
    static unsigned long long num_blocks() { return kverify::grid_blocks(); }
    static unsigned long long block_rank() { return kverify::block_index(); }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

/* The blocks of a cluster are numbered x first (CUDA C++ Programming Guide, "Thread Block Clusters"). */
class cluster_group {
  public:
    struct arrival_token {};
    void sync() const { __kv_cluster_sync(); }
    arrival_token barrier_arrive() const { __kv_cluster_arrive(); return arrival_token(); }
    void barrier_wait() const { __kv_cluster_wait(); }
    void barrier_wait(arrival_token) const { __kv_cluster_wait(); }
    static dim3 dim_blocks() { return dim3(__kv_cluster_dim(0), __kv_cluster_dim(1), __kv_cluster_dim(2)); }
    static dim3 block_index() {
        return dim3(__kv_cluster_index(0), __kv_cluster_index(1), __kv_cluster_index(2));
    }
    static unsigned num_blocks() { return __kv_cluster_dim(0) * __kv_cluster_dim(1) * __kv_cluster_dim(2); }
    static unsigned block_rank() {
        dim3 at = block_index();
        return (at.z * __kv_cluster_dim(1) + at.y) * __kv_cluster_dim(0) + at.x;
    }
    static dim3 dim_threads() {
        return dim3(__kv_cluster_dim(0) * blockDim.x, __kv_cluster_dim(1) * blockDim.y, __kv_cluster_dim(2) * blockDim.z);
    }
    static dim3 thread_index() {
        dim3 at = block_index();
        return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y, at.z * blockDim.z + threadIdx.z);
    }
    static unsigned num_threads() { return num_blocks() * kverify::block_size(); }
    static unsigned size() { return num_threads(); }
    static unsigned thread_rank() { return block_rank() * kverify::block_size() + kverify::block_rank(); }
    template <class T> T *map_shared_rank(T *place, unsigned rank) const { return __kv_cluster_map(place, rank); }
    template <class T> unsigned query_shared_rank(const T *) const { return __kv_cluster_place(); }
};

class multi_grid_group {
  public:
    void sync() const { __kv_grid_sync(); }
    static unsigned long long size() { return grid_group::size(); }
    static unsigned long long thread_rank() { return grid_group::thread_rank(); }
};

template <unsigned N, class Parent = void> class thread_block_tile;

/* Threads of the tile that a tile is a part of; 0 of one that is part of the block. */
template <class Parent> struct kv_parent { static constexpr unsigned kv_threads = 0; };
template <unsigned M, class P> struct kv_parent<thread_block_tile<M, P>> { static constexpr unsigned kv_threads = M; };

template <unsigned N, class Parent> class thread_block_tile {
  public:
    unsigned kv_of;
    thread_block_tile() : kv_of(kv_parent<Parent>::kv_threads) {}
    template <class P> thread_block_tile(const thread_block_tile<N, P> &other) : kv_of(other.kv_of) {}
    void sync() const {
        if constexpr (N <= 32u) __kv_tile_sync(kverify::tile_mask(N), N);
        else __kv_split_barrier();
    }
    void kv_all() const {
        if constexpr (N <= 32u) __kv_lanes_together(kverify::tile_mask(N));
    }
    unsigned kv_mask() const { return kverify::tile_mask(N); }
    static constexpr unsigned size() { return N; }
    static constexpr unsigned num_threads() { return N; }
    unsigned thread_rank() const { return kverify::block_rank() % N; }
    unsigned meta_group_rank() const {
        return kv_of ? kverify::block_rank() % kv_of / N : kverify::block_rank() / N;
    }
    unsigned meta_group_size() const {
        return kv_of ? kv_of / N : (kverify::block_size() + N - 1u) / N;
    }
    template <class T> T shfl(T v, int lane) const { return __shfl_sync(kverify::tile_mask(N), v, lane, (int)N); }
    template <class T> T shfl_up(T v, unsigned d) const { return __shfl_up_sync(kverify::tile_mask(N), v, d, (int)N); }
    template <class T> T shfl_down(T v, unsigned d) const {
        return __shfl_down_sync(kverify::tile_mask(N), v, d, (int)N);
    }
    template <class T> T shfl_xor(T v, unsigned m) const {
        return __shfl_xor_sync(kverify::tile_mask(N), v, (int)m, (int)N);
    }
    int any(int p) const { return __any_sync(kverify::tile_mask(N), p); }
    int all(int p) const { return __all_sync(kverify::tile_mask(N), p); }
    unsigned ballot(int p) const {
        return (__ballot_sync(kverify::tile_mask(N), p) >> (kverify::lane() - kverify::lane() % N)) &
               (N >= 32u ? 0xffffffffu : (1u << (N % 32u)) - 1u);
    }
    template <class T> unsigned match_any(T v) const { return __match_any_sync(kverify::tile_mask(N), v); }
    template <class T> unsigned match_all(T v, int &all) const {
        return __match_all_sync(kverify::tile_mask(N), v, &all);
    }
};

class coalesced_group {
    unsigned members;

  public:
    explicit coalesced_group(unsigned m) : members(m) {}
    void sync() const { __syncwarp(members); }
    void kv_all() const { __kv_lanes_together(members); }
    unsigned kv_mask() const { return members; }
    unsigned size() const { return __popc(members); }
    unsigned num_threads() const { return __popc(members); }
    unsigned thread_rank() const { return __popc(members & ((1u << kverify::lane()) - 1u)); }
    template <class T> T shfl(T v, int rank) const { return __shfl_sync(members, v, (int)__fns(members, 0, rank + 1)); }
    /* Ranks, not lanes, are so far apart. */
    template <class T> T shfl_down(T v, unsigned d) const {
        unsigned from = thread_rank() + d;
        return shfl(v, from < size() ? from : thread_rank());
    }
    template <class T> T shfl_up(T v, unsigned d) const {
        return shfl(v, thread_rank() < d ? thread_rank() : thread_rank() - d);
    }
    int any(int p) const { return __any_sync(members, p); }
    int all(int p) const { return __all_sync(members, p); }
    unsigned ballot(int p) const { return __ballot_sync(members, p); }
};

/* Any group, its kind known only at run time: kept as the lanes or the block that it stands for. */
class thread_group {
    unsigned kind;

  public:
    thread_group(const thread_block &) : kind(0) {}
    thread_group(const grid_group &) : kind(1) {}
    template <unsigned N, class P> thread_group(const thread_block_tile<N, P> &) : kind(N + 1) {}
    explicit thread_group(unsigned k) : kind(k) {}
    void sync() const {
        if (kind == 0) __syncthreads();
        else if (kind == 1) __kv_grid_sync();
        else __syncwarp(kverify::tile_mask(kind - 1));
    }
    unsigned size() const {
        return kind == 0 ? kverify::block_size() : kind == 1 ? (unsigned)grid_group::size() : kind - 1;
    }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        return kind == 0   ? kverify::block_rank()
               : kind == 1 ? (unsigned)grid_group::thread_rank()
                           : kverify::block_rank() % (kind - 1);
    }
};

template <unsigned MaxBlockSize> struct block_tile_memory { unsigned long long kv_memory[(MaxBlockSize + 31u) / 32u]; };
inline thread_block this_thread_block() { return thread_block(); }
template <unsigned N> thread_block this_thread_block(block_tile_memory<N> &) { return thread_block(); }
inline grid_group this_grid() { return grid_group(); }
inline cluster_group this_cluster() { return cluster_group(); }
inline multi_grid_group this_multi_grid() { return multi_grid_group(); }
inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
template <unsigned N, class G> thread_block_tile<N, G> tiled_partition(const G &) { return thread_block_tile<N, G>(); }
inline thread_group tiled_partition(const thread_block &, unsigned n) { return thread_group(n + 1); }
inline thread_group tiled_partition(const thread_group &, unsigned n) { return thread_group(n + 1); }
template <class G, class L> coalesced_group labeled_partition(const G &g, L label) {
    return coalesced_group(__match_any_sync(g.kv_mask(), label));
}
template <class G> coalesced_group binary_partition(const G &g, bool p) { return labeled_partition(g, p); }
/* Some thread of the group, which may be any. */
template <class G, class F, class... A> void invoke_one(const G &g, F &&f, A &&...a) {
    if (g.thread_rank() == __kv_any_thread(0u)) f(a...);
}
template <class G, class F, class... A> auto invoke_one_broadcast(const G &g, F &&f, A &&...a) -> decltype(f(a...)) {
    unsigned kv_chosen = __kv_any_thread(0u);
    decltype(f(a...)) kv_result{};
    if (g.thread_rank() == kv_chosen) kv_result = f(a...);
    return g.shfl(kv_result, kv_chosen);
}
template <class G> void sync(const G &g) { g.sync(); }
template <class G> void synchronize(const G &g) { g.sync(); }
template <class G> unsigned thread_rank(const G &g) { return g.thread_rank(); }
template <class G> unsigned group_size(const G &g) { return g.size(); }
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end

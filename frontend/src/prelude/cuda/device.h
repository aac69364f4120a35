/* Thread places, barriers, fences, warp functions and cached accesses. */
#pragma once
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;

int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
int __syncthreads_count(int predicate);
void __syncwarp(unsigned mask = 0xffffffffu);
void __kv_tile_sync(unsigned mask, unsigned lanes);
void __kv_block_together();
void __kv_lanes_together(unsigned mask);
/* All of a group of cooperative groups have to come; of groups of other kinds that is not known. */
template <class G> auto kverify_all_of(const G &g, int) -> decltype(g.kv_all()) { g.kv_all(); }
template <class G> void kverify_all_of(const G &, long) {}
void __kv_grid_sync();
void __kv_asks_cooperative();
void __kv_split_barrier();
void __kv_latch();
void __kv_ranked(void *storage, void *ranks);
void __kv_run_lengths(void *storage, void *items);
unsigned __kv_any_thread(unsigned first);
/* A thread of a group, or of a block, that may be any: one and the same wherever this is asked from one place of the code. */
unsigned __kv_place();
extern __device__ __constant__ unsigned some_thread[];
inline unsigned __kv_some_thread() { return some_thread[__kv_place()]; }
void __kv_cluster_sync();
void __kv_cluster_arrive();
void __kv_cluster_wait();
unsigned __kv_cluster_dim(unsigned dimension);
unsigned __kv_cluster_index(unsigned dimension);
unsigned __kv_cluster_place();
template <class T> T *__kv_cluster_map(T *place, unsigned rank);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
void __kv_block_sync();
void __kv_phase_init(unsigned long long *barrier, unsigned count);
unsigned long long __kv_phase_arrive(unsigned long long *barrier);
unsigned long long __kv_phase_arrive_times(unsigned long long *barrier, unsigned times);
void __kv_phase_drop(unsigned long long *barrier);
void __kv_phase_wait(unsigned long long *barrier, unsigned long long phase);
void __kv_phase_wait_parity(unsigned long long *barrier, unsigned parity);
bool __kv_phase_test(unsigned long long *barrier, unsigned long long phase);
bool __kv_phase_test_parity(unsigned long long *barrier, unsigned parity);
void __kv_phase_copies(unsigned long long *barrier);
void __kv_phase_sync(unsigned long long *barrier);
void __kv_named_sync(unsigned barrier);
void __kv_named_sync_count(unsigned barrier, unsigned threads);
unsigned long long __kv_group_arrive();
void __kv_group_wait(unsigned long long phase);
/* Barrier 0 of all threads is the one of __syncthreads; others may be of some of them. */
inline void __barrier_sync(unsigned barrier) {
    if (barrier == 0) __kv_block_sync();
    else __kv_named_sync(barrier);
}
inline void __barrier_sync_count(unsigned barrier, unsigned threads) { __kv_named_sync_count(barrier, threads); }

template <class T> T __shfl_sync(unsigned mask, T value, int lane, int width = 32);
template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32);
template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32);
template <class T> T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32);
template <class T> T __shfl(T value, int lane, int width = 32);
template <class T> T __shfl_up(T value, unsigned delta, int width = 32);
template <class T> T __shfl_down(T value, unsigned delta, int width = 32);
template <class T> T __shfl_xor(T value, int lanes, int width = 32);
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);
int __uni_sync(unsigned mask, int predicate);
unsigned __ballot(int predicate);
int __any(int predicate);
int __all(int predicate);
unsigned __activemask();
template <class T> unsigned __match_any_sync(unsigned mask, T value);
template <class T> unsigned __kv_match_all_sync(unsigned mask, T value);
template <class T> unsigned __match_all_sync(unsigned mask, T value, int *all) {
    unsigned same = __kv_match_all_sync(mask, value);
    *all = same != 0;
    return same;
}
#define KV_REDUCE(T)                                                                                                   \
    T __reduce_add_sync(unsigned mask, T value);                                                                       \
    T __reduce_min_sync(unsigned mask, T value);                                                                       \
    T __reduce_max_sync(unsigned mask, T value);
KV_REDUCE(int)
KV_REDUCE(unsigned)
#undef KV_REDUCE
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

template <class T> T __ldg(const T *p) { return *p; }
template <class T> T __ldcg(const T *p) { return *p; }
template <class T> T __ldca(const T *p) { return *p; }
template <class T> T __ldcs(const T *p) { return *p; }
template <class T> T __ldlu(const T *p) { return *p; }
template <class T> T __ldcv(const T *p) { return *(const volatile T *)p; }
template <class T> struct KvStored { typedef T type; };
template <class T> void __stwb(T *p, typename KvStored<T>::type value) { *p = value; }
template <class T> void __stcg(T *p, typename KvStored<T>::type value) { *p = value; }
template <class T> void __stcs(T *p, typename KvStored<T>::type value) { *p = value; }
template <class T> void __stwt(T *p, typename KvStored<T>::type value) { *p = value; }

inline void *operator new(size_t, void *p) noexcept { return p; }
inline void *operator new[](size_t, void *p) noexcept { return p; }

/* Any function, for templates that call one and that nothing instantiates. */
struct kverify_any_function {
    template <class A, class... R> A operator()(A a, R...) const { return a; }
    int operator()() const { return 0; }
};

void __trap();
void __brkpt();
void __nanosleep(unsigned nanoseconds);
void __prof_trigger(int counter);
long long __kv_clock();
long long __kv_fragment_value();
inline long clock() { return __kv_clock(); }
inline long long clock64() { return __kv_clock(); }
inline unsigned long long __globaltimer() { return __kv_clock(); }
unsigned __isGlobal(const void *p);
unsigned __isShared(const void *p);
unsigned __isConstant(const void *p);
unsigned __isLocal(const void *p);
unsigned __isGridConstant(const void *p);
size_t __cvta_generic_to_shared(const void *p);
void *__cvta_shared_to_generic(size_t place);
inline size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
inline void *__cvta_global_to_generic(size_t p) { return (void *)p; }

void __pipeline_memcpy_async(void *dst, const void *src, size_t bytes, size_t zero_fill = 0);
/* Of any size. */
void __kv_copy_async(void *dst, const void *src, size_t bytes);
void __pipeline_commit();
void __pipeline_wait_prior(int pending);

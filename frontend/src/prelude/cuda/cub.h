/* cub's block- and warp-wide primitives: what their documentation says they do with temporary storage, in C++. Some thread
   writes all of it, every thread its part, the block waits, and threads read the parts of others; so storage that is used again
   needs a barrier in between, as documented. Where a sort leaves which item is not modelled. */
#pragma once
#pragma clang system_header
#include <kverify/runtime.h>
#include <kverify/std.h>
#include <kverify/cooperative_groups.h>
#pragma clang force_cuda_host_device begin
void __kv_sorted(void *items);
#define CUB_NS_QUALIFIER ::cub
#define CUB_PTX_ARCH 800
#define CUB_VERSION 200000
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CubDebug(e) (e)
#define CubDebugExit(e) (void)(e)
namespace cub {
struct NullType {};
struct Sum { template <class A, class B> auto operator()(const A &a, const B &b) const { return a + b; } };
struct Max { template <class T> T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <class A, class B> bool operator()(const A &a, const B &b) const { return a == b; } };
struct Inequality { template <class A, class B> bool operator()(const A &a, const B &b) const { return a != b; } };
struct Difference { template <class T> T operator()(const T &a, const T &b) const { return a - b; } };
struct BitwiseXor { template <class T> T operator()(const T &a, const T &b) const { return a ^ b; } };
template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    KeyValuePair() = default;
    KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
struct ArgMax {
    template <class P> P operator()(const P &a, const P &b) const {
        return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class P> P operator()(const P &a, const P &b) const {
        return b.value < a.value || (b.value == a.value && b.key < a.key) ? b : a;
    }
};
template <class F> struct SwizzleScanOp {
    F f;
    template <class T> T operator()(const T &a, const T &b) { return f(b, a); }
};
template <class T> struct Traits {};
template <class A, class B> struct Equals { static constexpr bool VALUE = std::is_same_v<A, B>; };
template <int N> struct Log2 { static constexpr int VALUE = N <= 1 ? 0 : 1 + Log2<N / 2>::VALUE; };
template <> struct Log2<0> { static constexpr int VALUE = 0; };
template <> struct Log2<1> { static constexpr int VALUE = 0; };
template <int N> struct PowerOfTwo { static constexpr bool VALUE = (N & (N - 1)) == 0; };
template <class K> struct BFEDigitExtractor {
    unsigned from, bits;
    BFEDigitExtractor(unsigned f = 0, unsigned n = 0) : from(f), bits(n) {}
};
/* Where a block ranks keys and takes runs apart, anything may happen to what it is handed, and to its storage. */
template <int X, int Bits, bool Descending, bool Memoize = false, int Inner = 0, int Banks = 0, int Y = 1, int Z = 1>
struct BlockRadixRank {
    struct TempStorage { int bytes[X]; };
    static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + X * Y * Z - 1) / (X * Y * Z);
    void *kv_storage;
    BlockRadixRank() { __shared__ TempStorage own; kv_storage = &own; }
    BlockRadixRank(TempStorage &storage) : kv_storage(&storage) {}
    template <class K, int N, class D> void RankKeys(K (&)[N], int (&ranks)[N], D) { __kv_ranked(kv_storage, &ranks[0]); }
    template <class K, int N, class D, int M> void RankKeys(K (&)[N], int (&ranks)[N], D, int (&prefix)[M]) {
        __kv_ranked(kv_storage, &ranks[0]);
        __kv_ranked(kv_storage, &prefix[0]);
    }
};
template <class T, int X, int Runs, int Items, class O = unsigned, int Y = 1, int Z = 1> struct BlockRunLengthDecode {
    struct TempStorage { T bytes[X * Runs]; };
    void *kv_storage;
    template <class L, class S> BlockRunLengthDecode(TempStorage &storage, T (&)[Runs], L (&)[Runs], S &total) : kv_storage(&storage) {
        __kv_run_lengths(kv_storage, &total);
    }
    template <class L> BlockRunLengthDecode(TempStorage &storage, T (&)[Runs], L (&)[Runs]) : kv_storage(&storage) {
        __kv_run_lengths(kv_storage, nullptr);
    }
    void RunLengthDecode(T (&items)[Items], O = 0) { __kv_run_lengths(kv_storage, &items[0]); }
    template <class R> void RunLengthDecode(T (&items)[Items], R (&offsets)[Items], O = 0) {
        __kv_run_lengths(kv_storage, &items[0]);
        __kv_run_lengths(kv_storage, &offsets[0]);
    }
};
template <class T> struct Uninitialized {
    alignas(T) char bytes[sizeof(T)];
    T &Alias() { return *(T *)bytes; }
};
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M, class P> auto ThreadLoad(P p) { return *p; }
template <CacheStoreModifier M, class P, class T> void ThreadStore(P p, T x) { *p = x; }
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
inline unsigned LaneId() { return cooperative_groups::kverify::lane(); }
inline unsigned WarpId() { return cooperative_groups::kverify::block_rank() / 32u; }
inline unsigned LaneMaskLt() { return (1u << LaneId()) - 1u; }
inline unsigned LaneMaskLe() { return LaneMaskLt() | (1u << LaneId()); }
inline int RowMajorTid(int x, int y, int z) {
    return (int)((z == 1 ? 0u : threadIdx.z * (unsigned)(x * y)) + (y == 1 ? 0u : threadIdx.y * (unsigned)x) + threadIdx.x);
}
inline void CTA_SYNC() { __syncthreads(); }
inline void WARP_SYNC(unsigned mask) { __syncwarp(mask); }
template <int W, class T> T ShuffleIndex(T x, int lane, unsigned mask) { return __shfl_sync(mask, x, lane, W); }
template <int W, class T> T ShuffleUp(T x, int by, int, unsigned mask) { return __shfl_up_sync(mask, x, by, W); }
template <int W, class T> T ShuffleDown(T x, int by, int, unsigned mask) { return __shfl_down_sync(mask, x, by, W); }

/* What all block-wide classes share: the storage, as slots for N values, and the thread's rank. */
template <class T, int N, int X, int Y, int Z> class KvBlock {
  public:
    struct TempStorage { alignas(alignof(T) > 8 ? alignof(T) : 8) char bytes[(N + 1) * sizeof(T)]; };

  protected:
    T *slots;
    int rank;
    static TempStorage &own() { __shared__ TempStorage storage; return storage; }
    /* What lies where in the storage, and who writes it first, is not said. */
    void taken() {
        if ((unsigned)rank == __kv_some_thread()) memset((void *)slots, 0, sizeof(TempStorage));
        __syncthreads();
    }
    /* Who uses the storage again has to wait for all: what an operation reads last is not a thread's own part alone. */
    void others() { T of_another = slots[(rank + 1) % (X * Y * Z)]; }
    void others(int valid) {
        if ((rank + 1) % (X * Y * Z) < valid) others();
    }
    KvBlock() : slots((T *)own().bytes), rank(RowMajorTid(X, Y, Z)) {}
    KvBlock(TempStorage &storage) : slots((T *)storage.bytes), rank(RowMajorTid(X, Y, Z)) {}
};
#define KV_BLOCK(CLASS, T, N)                                                                                        \
    typedef KvBlock<T, N, X, Y, Z> Base;                                                                              \
    using Base::rank;                                                                                                 \
    using Base::slots;                                                                                                \
    using Base::others;                                                                                               \
    using Base::taken;                                                                                                \
                                                                                                                      \
  public:                                                                                                             \
    typedef typename Base::TempStorage TempStorage;                                                                   \
    CLASS() {}                                                                                                        \
    CLASS(TempStorage &storage) : Base(storage) {}

template <int N, class T, class F> T ThreadReduce(T (&items)[N], F op) {
    T sum = items[0];
    for (int n = 1; n < N; n++) sum = op(sum, items[n]);
    return sum;
}

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int P = 0>
class BlockReduce : KvBlock<T, X * Y * Z, X, Y, Z> {
    KV_BLOCK(BlockReduce, T, X * Y * Z)
    /* The result is the first thread's alone; of the others it is not defined. */
    template <class F> T Reduce(T input, F op, int valid) {
        taken();
        slots[rank] = input;
        __syncthreads();
        T sum;
        if (rank == 0) {
            sum = slots[0];
            for (int n = 1; n < valid; n++) sum = op(sum, slots[n]);
        }
        return sum;
    }
    template <class F> T Reduce(T input, F op) { return Reduce(input, op, X * Y * Z); }
    template <int N, class F> T Reduce(T (&inputs)[N], F op) { return Reduce(ThreadReduce(inputs, op), op, X * Y * Z); }
    T Sum(T input) { return Reduce(input, cub::Sum(), X * Y * Z); }
    T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
    template <int N> T Sum(T (&inputs)[N]) { return Reduce(inputs, cub::Sum()); }
};

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int P = 0>
class BlockScan : KvBlock<T, X * Y * Z, X, Y, Z> {
    KV_BLOCK(BlockScan, T, X * Y * Z)
  private:
    template <class F> T total(F op) {
        T sum = slots[0];
        for (int n = 1; n < X * Y * Z; n++) sum = op(sum, slots[n]);
        return sum;
    }
    /* The sum of the threads before this one; not defined for the first. */
    template <class F> T before(F op) {
        T sum = slots[0];
        for (int n = 1; n < rank; n++) sum = op(sum, slots[n]);
        return sum;
    }
    void put(T input) {
        taken();
        slots[rank] = input;
        __syncthreads();
    }
    /* The first warp calls the user's function; what its first lane gets is everybody's. */
    template <class C> T prefix(T sum, C &callback) {
        if (rank < 32) {
            T first = callback(sum);
            if (rank == 0) slots[X * Y * Z] = first;
        }
        __syncthreads();
        return slots[X * Y * Z];
    }
    template <class F> T scan(T input, F op, bool inclusive, T initial, bool started) {
        put(input);
        T sum = initial;
        if (rank > 0) sum = started ? op(initial, before(op)) : before(op);
        if (!inclusive) return sum;
        return rank > 0 || started ? op(sum, input) : input;
    }
    template <int N, class F>
    void scan(T (&inputs)[N], T (&outputs)[N], F op, bool inclusive, T initial, bool started) {
        T own = ThreadReduce(inputs, op);
        T sum = scan(own, op, false, initial, started);
        bool any = rank > 0 || started;
        for (int n = 0; n < N; n++) {
            T input = inputs[n];
            T next = any ? op(sum, input) : input;
            outputs[n] = inclusive ? next : sum;
            sum = next;
            any = true;
        }
    }

  public:
    void ExclusiveSum(T input, T &output) { output = scan(input, cub::Sum(), false, T(), true); }
    void ExclusiveSum(T input, T &output, T &sum) { ExclusiveSum(input, output); sum = total(cub::Sum()); }
    template <class C> void ExclusiveSum(T input, T &output, C &callback) {
        ExclusiveSum(input, output);
        output = prefix(total(cub::Sum()), callback) + output;
    }
    template <class C> void InclusiveSum(T input, T &output, C &callback) {
        InclusiveSum(input, output);
        output = prefix(total(cub::Sum()), callback) + output;
    }
    template <int N, class C> void ExclusiveSum(T (&in)[N], T (&out)[N], C &callback) {
        ExclusiveSum(in, out);
        T first = prefix(total(cub::Sum()), callback);
        for (int n = 0; n < N; n++) out[n] = first + out[n];
    }
    template <int N, class C> void InclusiveSum(T (&in)[N], T (&out)[N], C &callback) {
        InclusiveSum(in, out);
        T first = prefix(total(cub::Sum()), callback);
        for (int n = 0; n < N; n++) out[n] = first + out[n];
    }
    void InclusiveSum(T input, T &output) { output = scan(input, cub::Sum(), true, T(), false); }
    void InclusiveSum(T input, T &output, T &sum) { InclusiveSum(input, output); sum = total(cub::Sum()); }
    template <int N> void ExclusiveSum(T (&in)[N], T (&out)[N]) { scan(in, out, cub::Sum(), false, T(), true); }
    template <int N> void ExclusiveSum(T (&in)[N], T (&out)[N], T &sum) { ExclusiveSum(in, out); sum = total(cub::Sum()); }
    template <int N> void InclusiveSum(T (&in)[N], T (&out)[N]) { scan(in, out, cub::Sum(), true, T(), false); }
    template <int N> void InclusiveSum(T (&in)[N], T (&out)[N], T &sum) { InclusiveSum(in, out); sum = total(cub::Sum()); }
    template <class F> void ExclusiveScan(T input, T &output, T initial, F op) {
        output = scan(input, op, false, initial, true);
    }
    template <class F> void ExclusiveScan(T input, T &output, T initial, F op, T &sum) {
        ExclusiveScan(input, output, initial, op);
        sum = total(op);
    }
    template <class F> void ExclusiveScan(T input, T &output, F op) { output = scan(input, op, false, input, false); }
    template <class F> void ExclusiveScan(T input, T &output, F op, T &sum) {
        ExclusiveScan(input, output, op);
        sum = total(op);
    }
    template <class F> void InclusiveScan(T input, T &output, F op) { output = scan(input, op, true, input, false); }
    template <class F> void InclusiveScan(T input, T &output, F op, T &sum) {
        InclusiveScan(input, output, op);
        sum = total(op);
    }
    template <int N, class F> void ExclusiveScan(T (&in)[N], T (&out)[N], T initial, F op) {
        scan(in, out, op, false, initial, true);
    }
    template <int N, class F> void ExclusiveScan(T (&in)[N], T (&out)[N], T initial, F op, T &sum) {
        ExclusiveScan(in, out, initial, op);
        sum = total(op);
    }
    template <int N, class F> void InclusiveScan(T (&in)[N], T (&out)[N], F op) {
        scan(in, out, op, true, in[0], false);
    }
    template <int N, class F> void InclusiveScan(T (&in)[N], T (&out)[N], F op, T &sum) {
        InclusiveScan(in, out, op);
        sum = total(op);
    }
};

/* Blocked: thread t has the items from t * N on; striped: the items t, t + threads, ... */
template <class T, int N, class I> void LoadDirectBlocked(int rank, I from, T (&items)[N]) {
    for (int n = 0; n < N; n++) items[n] = from[rank * N + n];
}
template <class T, int N, class I> void LoadDirectBlocked(int rank, I from, T (&items)[N], int valid) {
    for (int n = 0; n < N; n++)
        if (rank * N + n < valid) items[n] = from[rank * N + n];
}
template <class T, int N, class I, class D> void LoadDirectBlocked(int rank, I from, T (&items)[N], int valid, D other) {
    for (int n = 0; n < N; n++) {
        items[n] = other;
        if (rank * N + n < valid) items[n] = from[rank * N + n];
    }
}
template <int S, class T, int N, class I> void LoadDirectStriped(int rank, I from, T (&items)[N]) {
    for (int n = 0; n < N; n++) items[n] = from[rank + n * S];
}
template <int S, class T, int N, class I> void LoadDirectStriped(int rank, I from, T (&items)[N], int valid) {
    for (int n = 0; n < N; n++)
        if (rank + n * S < valid) items[n] = from[rank + n * S];
}
template <class T, int N, class I> void StoreDirectBlocked(int rank, I to, T (&items)[N]) {
    for (int n = 0; n < N; n++) to[rank * N + n] = items[n];
}
template <class T, int N, class I> void StoreDirectBlocked(int rank, I to, T (&items)[N], int valid) {
    for (int n = 0; n < N; n++)
        if (rank * N + n < valid) to[rank * N + n] = items[n];
}
template <int S, class T, int N, class I> void StoreDirectStriped(int rank, I to, T (&items)[N]) {
    for (int n = 0; n < N; n++) to[rank + n * S] = items[n];
}
template <int S, class T, int N, class I> void StoreDirectStriped(int rank, I to, T (&items)[N], int valid) {
    for (int n = 0; n < N; n++)
        if (rank + n * S < valid) to[rank + n * S] = items[n];
}
template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int P = 0>
class BlockLoad : KvBlock<T, X * Y * Z * N, X, Y, Z> {
    static constexpr int S = X * Y * Z;
    static constexpr bool transposes = A == BLOCK_LOAD_TRANSPOSE || A == BLOCK_LOAD_WARP_TRANSPOSE ||
                                       A == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED;
    KV_BLOCK(BlockLoad, T, X * Y * Z * N)
    template <class I> void Load(I from, T (&items)[N]) {
        if constexpr (transposes) {
            taken();
            for (int n = 0; n < N; n++) slots[rank + n * S] = from[rank + n * S];
            __syncthreads();
            LoadDirectBlocked(rank, slots, items);
            others();
        } else if constexpr (A == BLOCK_LOAD_STRIPED) LoadDirectStriped<S>(rank, from, items);
        else LoadDirectBlocked(rank, from, items);
    }
    template <class I> void Load(I from, T (&items)[N], int valid) {
        if constexpr (transposes) {
            taken();
            for (int n = 0; n < N; n++)
                if (rank + n * S < valid) slots[rank + n * S] = from[rank + n * S];
            __syncthreads();
            LoadDirectBlocked(rank, slots, items, valid);
            others(valid);
        } else if constexpr (A == BLOCK_LOAD_STRIPED) LoadDirectStriped<S>(rank, from, items, valid);
        else LoadDirectBlocked(rank, from, items, valid);
    }
    template <class I, class D> void Load(I from, T (&items)[N], int valid, D other) {
        for (int n = 0; n < N; n++) items[n] = other;
        Load(from, items, valid);
    }
};
template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int P = 0>
class BlockStore : KvBlock<T, X * Y * Z * N, X, Y, Z> {
    static constexpr int S = X * Y * Z;
    static constexpr bool transposes = A == BLOCK_STORE_TRANSPOSE || A == BLOCK_STORE_WARP_TRANSPOSE ||
                                       A == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED;
    KV_BLOCK(BlockStore, T, X * Y * Z * N)
    template <class I> void Store(I to, T (&items)[N]) {
        if constexpr (transposes) {
            taken();
            StoreDirectBlocked(rank, slots, items);
            __syncthreads();
            for (int n = 0; n < N; n++) to[rank + n * S] = slots[rank + n * S];
            others();
        } else if constexpr (A == BLOCK_STORE_STRIPED) StoreDirectStriped<S>(rank, to, items);
        else StoreDirectBlocked(rank, to, items);
    }
    template <class I> void Store(I to, T (&items)[N], int valid) {
        if constexpr (transposes) {
            taken();
            StoreDirectBlocked(rank, slots, items);
            __syncthreads();
            for (int n = 0; n < N; n++)
                if (rank + n * S < valid) to[rank + n * S] = slots[rank + n * S];
            others();
        } else if constexpr (A == BLOCK_STORE_STRIPED) StoreDirectStriped<S>(rank, to, items, valid);
        else StoreDirectBlocked(rank, to, items, valid);
    }
};
template <class T, int X, int N, bool W = false, int Y = 1, int Z = 1, int P = 0>
class BlockExchange : KvBlock<T, X * Y * Z * N, X, Y, Z> {
    static constexpr int S = X * Y * Z;
    KV_BLOCK(BlockExchange, T, X * Y * Z * N)
    template <class O> void StripedToBlocked(T (&in)[N], O (&out)[N]) {
        taken();
        StoreDirectStriped<S>(rank, slots, in);
        __syncthreads();
        LoadDirectBlocked(rank, slots, out);
        others();
    }
    template <class O> void BlockedToStriped(T (&in)[N], O (&out)[N]) {
        taken();
        StoreDirectBlocked(rank, slots, in);
        __syncthreads();
        LoadDirectStriped<S>(rank, slots, out);
        others();
    }
    template <class O, class R> void ScatterToBlocked(T (&in)[N], O (&out)[N], R (&ranks)[N]) {
        taken();
        for (int n = 0; n < N; n++) slots[ranks[n]] = in[n];
        __syncthreads();
        LoadDirectBlocked(rank, slots, out);
        others();
    }
    template <class O, class R> void ScatterToStriped(T (&in)[N], O (&out)[N], R (&ranks)[N]) {
        taken();
        for (int n = 0; n < N; n++) slots[ranks[n]] = in[n];
        __syncthreads();
        LoadDirectStriped<S>(rank, slots, out);
        others();
    }
    void StripedToBlocked(T (&items)[N]) { StripedToBlocked(items, items); }
    void BlockedToStriped(T (&items)[N]) { BlockedToStriped(items, items); }
    template <class R> void ScatterToBlocked(T (&items)[N], R (&ranks)[N]) { ScatterToBlocked(items, items, ranks); }
    template <class R> void ScatterToStriped(T (&items)[N], R (&ranks)[N]) { ScatterToStriped(items, items, ranks); }
};
/* Sorts: every thread hands over its items and takes others. */
template <class T, class V, int X, int N, int Y, int Z> class KvBlockSort : KvBlock<T, X * Y * Z * N, X, Y, Z> {
    KV_BLOCK(KvBlockSort, T, X * Y * Z * N)
  protected:
    template <class E> void forget(E (&items)[N]) {
        for (int n = 0; n < N; n++) __kv_sorted(&items[n]);
    }
    void pass(T (&keys)[N]) {
        taken();
        StoreDirectBlocked(rank, slots, keys);
        __syncthreads();
        /* Which thread's items it takes is not known, but not its own. */
        LoadDirectBlocked((rank + 1) % (X * Y * Z), slots, keys);
        forget(keys);
    }
    void pass(T (&keys)[N], V (&values)[N]) { pass(keys); forget(values); }
};
#define KV_SORT(NAME)                                                                                                 \
    template <class... R> void NAME(K (&keys)[N], R...) { this->pass(keys); }                                         \
    template <class... R> void NAME(K (&keys)[N], V (&values)[N], R...) { this->pass(keys, values); }
template <class K, int X, int N, class V = NullType, int Bits = 4, bool M = true,
          BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int C = 4, int Y = 1, int Z = 1, int P = 0>
class BlockRadixSort : KvBlockSort<K, V, X, N, Y, Z> {
    typedef KvBlockSort<K, V, X, N, Y, Z> Base;

  public:
    typedef typename Base::TempStorage TempStorage;
    BlockRadixSort() {}
    BlockRadixSort(TempStorage &storage) : Base(storage) {}
    KV_SORT(Sort) KV_SORT(SortDescending) KV_SORT(SortBlockedToStriped) KV_SORT(SortDescendingBlockedToStriped)
};
template <class K, int X, int N, class V = NullType, int Y = 1, int Z = 1>
class BlockMergeSort : KvBlockSort<K, V, X, N, Y, Z> {
    typedef KvBlockSort<K, V, X, N, Y, Z> Base;

  public:
    typedef typename Base::TempStorage TempStorage;
    BlockMergeSort() {}
    BlockMergeSort(TempStorage &storage) : Base(storage) {}
    KV_SORT(Sort) KV_SORT(StableSort)
};
#undef KV_SORT
template <class T, int X, int N, int B, BlockHistogramAlgorithm A = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int P = 0>
class BlockHistogram : KvBlock<T, X * Y * Z * N, X, Y, Z> {
    KV_BLOCK(BlockHistogram, T, X * Y * Z * N)
    template <class C> void InitHistogram(C (&histogram)[B]) {
        for (int n = rank; n < B; n += X * Y * Z) histogram[n] = 0;
    }
    template <class C> void Composite(T (&items)[N], C (&histogram)[B]) {
        /* One sorts, and waits; the other does not. */
        if constexpr (A == BLOCK_HISTO_SORT) {
            taken();
            StoreDirectBlocked(rank, slots, items);
            __syncthreads();
        }
        for (int n = 0; n < N; n++) atomicAdd(&histogram[items[n]], (C)1);
        if constexpr (A == BLOCK_HISTO_SORT) others();
    }
    template <class C> void Histogram(T (&items)[N], C (&histogram)[B]) {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockAdjacentDifference : KvBlock<T, X * Y * Z, X, Y, Z> {
    KV_BLOCK(BlockAdjacentDifference, T, X * Y * Z)
    template <int N, class O, class F> void SubtractLeft(T (&in)[N], O (&out)[N], F f) {
        taken();
        slots[rank] = in[N - 1];
        __syncthreads();
        for (int n = N - 1; n > 0; n--) out[n] = f(in[n], in[n - 1]);
        if (rank > 0) out[0] = f(in[0], slots[rank - 1]);
        else out[0] = in[0];
    }
    template <int N, class O, class F> void SubtractRight(T (&in)[N], O (&out)[N], F f) {
        taken();
        slots[rank] = in[0];
        __syncthreads();
        for (int n = 0; n + 1 < N; n++) out[n] = f(in[n], in[n + 1]);
        if (rank + 1 < X * Y * Z) out[N - 1] = f(in[N - 1], slots[rank + 1]);
        else out[N - 1] = in[N - 1];
    }
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockDiscontinuity : KvBlock<T, X * Y * Z, X, Y, Z> {
    KV_BLOCK(BlockDiscontinuity, T, X * Y * Z)
    template <int N, class O, class F> void FlagHeads(O (&heads)[N], T (&in)[N], F f) {
        taken();
        slots[rank] = in[N - 1];
        __syncthreads();
        for (int n = N - 1; n > 0; n--) heads[n] = f(in[n - 1], in[n]);
        heads[0] = rank > 0 ? (O)f(slots[rank - 1], in[0]) : (O)1;
    }
    template <int N, class O, class F> void FlagTails(O (&tails)[N], T (&in)[N], F f) {
        taken();
        slots[rank] = in[0];
        __syncthreads();
        for (int n = 0; n + 1 < N; n++) tails[n] = f(in[n], in[n + 1]);
        tails[N - 1] = rank + 1 < X * Y * Z ? (O)f(in[N - 1], slots[rank + 1]) : (O)1;
    }
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockShuffle : KvBlock<T, X * Y * Z, X, Y, Z> {
    KV_BLOCK(BlockShuffle, T, X * Y * Z)
    void Offset(T in, T &out, int distance = 1) {
        taken();
        slots[rank] = in;
        __syncthreads();
        if (rank + distance >= 0 && rank + distance < X * Y * Z) out = slots[rank + distance];
    }
    void Rotate(T in, T &out, unsigned distance = 1) {
        taken();
        slots[rank] = in;
        __syncthreads();
        out = slots[(rank + distance) % (X * Y * Z)];
    }
    template <int N> void Up(T (&in)[N], T (&out)[N]) {
        taken();
        slots[rank] = in[N - 1];
        __syncthreads();
        for (int n = N - 1; n > 0; n--) out[n] = in[n - 1];
        if (rank > 0) out[0] = slots[rank - 1];
    }
    template <int N> void Down(T (&in)[N], T (&out)[N]) {
        taken();
        slots[rank] = in[0];
        __syncthreads();
        for (int n = 0; n + 1 < N; n++) out[n] = in[n + 1];
        if (rank + 1 < X * Y * Z) out[N - 1] = slots[rank + 1];
    }
};

/* Warps: groups of W lanes. Reductions and scans are shuffles, which use no storage. */
template <class T, int W> class KvWarp {
  public:
    struct TempStorage { alignas(alignof(T) > 8 ? alignof(T) : 8) char bytes[W * sizeof(T)]; };

  protected:
    static_assert(W >= 1 && W <= 32, "a warp has at most 32 lanes");
    T *slots;
    unsigned lane, mask;
    KvWarp(TempStorage &storage)
        : slots((T *)storage.bytes), lane(LaneId() % (unsigned)W),
          mask((W & (W - 1)) == 0 ? cooperative_groups::kverify::tile_mask(W) : (1u << W) - 1u) {}
};
template <class T, int W = 32, int P = 0> class WarpReduce : KvWarp<T, W> {
    typedef KvWarp<T, W> Base;
    using Base::lane;
    using Base::mask;

  public:
    typedef typename Base::TempStorage TempStorage;
    WarpReduce(TempStorage &storage) : Base(storage) {}
    template <class F> T Reduce(T input, F op, int valid = W) {
        for (int by = 1; by < W; by *= 2) {
            T other = __shfl_down_sync(mask, input, by, W);
            if ((int)lane + by < valid) input = op(input, other);
        }
        return input;
    }
    T Sum(T input) { return Reduce(input, cub::Sum()); }
    T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
};
template <class T, int W = 32, int P = 0> class WarpScan : KvWarp<T, W> {
    typedef KvWarp<T, W> Base;
    using Base::lane;
    using Base::mask;

  public:
    typedef typename Base::TempStorage TempStorage;
    WarpScan(TempStorage &storage) : Base(storage) {}
    template <class F> void InclusiveScan(T input, T &output, F op) {
        for (int by = 1; by < W; by *= 2) {
            T other = __shfl_up_sync(mask, input, by, W);
            if ((int)lane >= by) input = op(other, input);
        }
        output = input;
    }
    template <class F> void InclusiveScan(T input, T &output, F op, T &sum) {
        InclusiveScan(input, output, op);
        sum = __shfl_sync(mask, output, W - 1, W);
    }
    template <class F> void ExclusiveScan(T input, T &output, T initial, F op) {
        T inclusive;
        InclusiveScan(input, inclusive, op);
        T other = __shfl_up_sync(mask, inclusive, 1, W);
        output = lane == 0 ? initial : op(initial, other);
    }
    template <class F> void ExclusiveScan(T input, T &output, T initial, F op, T &sum) {
        ExclusiveScan(input, output, initial, op);
        sum = __shfl_sync(mask, op(output, input), W - 1, W);
    }
    template <class F> void ExclusiveScan(T input, T &output, F op) {
        T inclusive;
        InclusiveScan(input, inclusive, op);
        output = __shfl_up_sync(mask, inclusive, 1, W);
    }
    void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
    void InclusiveSum(T input, T &output, T &sum) { InclusiveScan(input, output, cub::Sum(), sum); }
    void ExclusiveSum(T input, T &output) { ExclusiveScan(input, output, T(), cub::Sum()); }
    void ExclusiveSum(T input, T &output, T &sum) { ExclusiveScan(input, output, T(), cub::Sum(), sum); }
    T Broadcast(T input, unsigned from) { return __shfl_sync(mask, input, (int)from, W); }
};
template <class T, int N, int W = 32, int P = 0, WarpExchangeAlgorithm A = WARP_EXCHANGE_SMEM>
class WarpExchange {
    T *slots;
    unsigned lane, mask;

  public:
    struct TempStorage { alignas(8) char bytes[W * N * sizeof(T)]; };
    WarpExchange(TempStorage &storage)
        : slots((T *)storage.bytes), lane(LaneId() % (unsigned)W), mask(cooperative_groups::kverify::tile_mask(W)) {}
    template <class O> void StripedToBlocked(const T (&in)[N], O (&out)[N]) {
        for (int n = 0; n < N; n++) slots[n * W + lane] = in[n];
        __syncwarp(mask);
        for (int n = 0; n < N; n++) out[n] = slots[lane * N + n];
    }
    template <class O> void BlockedToStriped(const T (&in)[N], O (&out)[N]) {
        for (int n = 0; n < N; n++) slots[lane * N + n] = in[n];
        __syncwarp(mask);
        for (int n = 0; n < N; n++) out[n] = slots[n * W + lane];
    }
    template <class R> void ScatterToStriped(T (&items)[N], R (&ranks)[N]) {
        for (int n = 0; n < N; n++) slots[ranks[n]] = items[n];
        __syncwarp(mask);
        for (int n = 0; n < N; n++) items[n] = slots[n * W + lane];
    }
};
template <class T, int N, WarpLoadAlgorithm A = WARP_LOAD_DIRECT, int W = 32, int P = 0> class WarpLoad {
    static constexpr bool striped = A == WARP_LOAD_STRIPED || A == WARP_LOAD_TRANSPOSE;
    T *slots;
    unsigned lane;
    void exchange(T (&items)[N]) {
        if constexpr (A == WARP_LOAD_TRANSPOSE)
            if (slots) {
                for (int n = 0; n < N; n++) slots[n * W + lane] = items[n];
                __syncwarp(cooperative_groups::kverify::tile_mask(W));
                for (int n = 0; n < N; n++) items[n] = slots[lane * N + n];
            }
    }

  public:
    struct TempStorage { alignas(8) char bytes[A == WARP_LOAD_TRANSPOSE ? W * N * sizeof(T) : 1]; };
    WarpLoad() : slots(nullptr), lane(LaneId() % (unsigned)W) {}
    WarpLoad(TempStorage &storage) : slots((T *)storage.bytes), lane(LaneId() % (unsigned)W) {}
    template <class I> void Load(I from, T (&items)[N]) {
        if constexpr (striped) LoadDirectStriped<W>((int)lane, from, items);
        else LoadDirectBlocked((int)lane, from, items);
        exchange(items);
    }
    template <class I> void Load(I from, T (&items)[N], int valid) {
        if constexpr (striped) LoadDirectStriped<W>((int)lane, from, items, valid);
        else LoadDirectBlocked((int)lane, from, items, valid);
        exchange(items);
    }
};
template <class T, int N, WarpStoreAlgorithm A = WARP_STORE_DIRECT, int W = 32, int P = 0> class WarpStore {
    static constexpr bool striped = A == WARP_STORE_STRIPED || A == WARP_STORE_TRANSPOSE;
    T *slots;
    unsigned lane;
    void exchange(T (&items)[N]) {
        if constexpr (A == WARP_STORE_TRANSPOSE)
            if (slots) {
                for (int n = 0; n < N; n++) slots[lane * N + n] = items[n];
                __syncwarp(cooperative_groups::kverify::tile_mask(W));
                for (int n = 0; n < N; n++) items[n] = slots[n * W + lane];
            }
    }

  public:
    struct TempStorage { alignas(8) char bytes[A == WARP_STORE_TRANSPOSE ? W * N * sizeof(T) : 1]; };
    WarpStore() : slots(nullptr), lane(LaneId() % (unsigned)W) {}
    WarpStore(TempStorage &storage) : slots((T *)storage.bytes), lane(LaneId() % (unsigned)W) {}
    template <class I> void Store(I to, T (&items)[N]) {
        exchange(items);
        if constexpr (striped) StoreDirectStriped<W>((int)lane, to, items);
        else StoreDirectBlocked((int)lane, to, items);
    }
    template <class I> void Store(I to, T (&items)[N], int valid) {
        exchange(items);
        if constexpr (striped) StoreDirectStriped<W>((int)lane, to, items, valid);
        else StoreDirectBlocked((int)lane, to, items, valid);
    }
};
template <class K, int N, int W = 32, class V = NullType, int P = 0> class WarpMergeSort {
    K *slots;
    unsigned lane, mask;

  public:
    struct TempStorage { alignas(8) char bytes[W * N * sizeof(K)]; };
    WarpMergeSort(TempStorage &storage)
        : slots((K *)storage.bytes), lane(LaneId() % (unsigned)W), mask(cooperative_groups::kverify::tile_mask(W)) {}
    template <class F> void Sort(K (&keys)[N], F) {
        StoreDirectBlocked((int)lane, slots, keys);
        __syncwarp(mask);
        LoadDirectBlocked((int)lane, slots, keys);
        for (int n = 0; n < N; n++) __kv_sorted(&keys[n]);
    }
    template <class F> void Sort(K (&keys)[N], V (&values)[N], F f) {
        Sort(keys, f);
        for (int n = 0; n < N; n++) __kv_sorted(&values[n]);
    }
};
#undef KV_BLOCK

/* What host code calls. */
template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    DoubleBuffer() = default;
    DoubleBuffer(T *a, T *b);
    T *Current() { return d_buffers[selector]; }
    T *Alternate() { return d_buffers[selector ^ 1]; }
};
#define KV_DEVICE(CLASS, ...) struct CLASS { __VA_ARGS__ };
#define KV_ANY(NAME) template <class... A> static cudaError_t NAME(A &&...xs);
KV_DEVICE(DeviceReduce, KV_ANY(Sum) KV_ANY(Max) KV_ANY(Min) KV_ANY(ArgMax) KV_ANY(ArgMin) KV_ANY(Reduce) KV_ANY(ReduceByKey)
                            KV_ANY(TransformReduce))
KV_DEVICE(DeviceScan, KV_ANY(ExclusiveSum) KV_ANY(InclusiveSum) KV_ANY(ExclusiveScan) KV_ANY(InclusiveScan)
                          KV_ANY(ExclusiveSumByKey) KV_ANY(InclusiveSumByKey))
KV_DEVICE(DeviceRadixSort, KV_ANY(SortKeys) KV_ANY(SortPairs) KV_ANY(SortKeysDescending) KV_ANY(SortPairsDescending))
KV_DEVICE(DeviceMergeSort, KV_ANY(SortKeys) KV_ANY(SortPairs) KV_ANY(StableSortKeys) KV_ANY(StableSortPairs))
KV_DEVICE(DeviceSegmentedReduce, KV_ANY(Sum) KV_ANY(Max) KV_ANY(Min) KV_ANY(Reduce) KV_ANY(ArgMax) KV_ANY(ArgMin))
KV_DEVICE(DeviceSegmentedRadixSort, KV_ANY(SortKeys) KV_ANY(SortPairs) KV_ANY(SortPairsDescending))
KV_DEVICE(DeviceSegmentedSort, KV_ANY(SortKeys) KV_ANY(SortPairs) KV_ANY(SortPairsDescending) KV_ANY(StableSortPairs))
KV_DEVICE(DeviceSelect, KV_ANY(Flagged) KV_ANY(If) KV_ANY(Unique) KV_ANY(UniqueByKey))
KV_DEVICE(DevicePartition, KV_ANY(Flagged) KV_ANY(If))
KV_DEVICE(DeviceHistogram, KV_ANY(HistogramEven) KV_ANY(HistogramRange) KV_ANY(MultiHistogramEven))
KV_DEVICE(DeviceRunLengthEncode, KV_ANY(Encode) KV_ANY(NonTrivialRuns))
KV_DEVICE(DeviceFor, KV_ANY(Bulk) KV_ANY(ForEach) KV_ANY(ForEachN))
#undef KV_DEVICE
#undef KV_ANY
struct CachingDeviceAllocator {
    template <class... A> CachingDeviceAllocator(A... more);
    cudaError_t DeviceAllocate(void **p, size_t bytes, cudaStream_t stream = 0);
    cudaError_t DeviceFree(void *p);
};
template <class T, class D = ptrdiff_t> struct CountingInputIterator {
    T first;
    CountingInputIterator(T x) : first(x) {}
    T operator*() const { return first; }
    template <class I> T operator[](I n) const { return first + (T)n; }
};
template <class T, class D = ptrdiff_t> struct ConstantInputIterator {
    T value;
    ConstantInputIterator(T x) : value(x) {}
    T operator*() const { return value; }
    template <class I> T operator[](I) const { return value; }
};
template <class T, class F, class I, class D = ptrdiff_t> struct TransformInputIterator {
    I from;
    F f;
    TransformInputIterator(I i, F g) : from(i), f(g) {}
    T operator*() const { return f(*from); }
    template <class J> T operator[](J n) const { return f(from[n]); }
};
template <CacheLoadModifier M, class T, class D = ptrdiff_t> struct CacheModifiedInputIterator {
    const T *p;
    CacheModifiedInputIterator(const T *q) : p(q) {}
    T operator*() const { return *p; }
    template <class I> T operator[](I n) const { return p[n]; }
    template <class I> CacheModifiedInputIterator operator+(I n) const { return CacheModifiedInputIterator(p + n); }
};
} // namespace cub
#pragma clang force_cuda_host_device end

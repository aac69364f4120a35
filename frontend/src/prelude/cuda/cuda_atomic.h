/* cuda::atomic and cuda::atomic_ref: members are atomic accesses of their scope; every order counts as relaxed. */
#pragma once
#pragma clang system_header
#include <kverify/std.h>
#pragma clang force_cuda_host_device begin
#define KV_SCOPED(R, NAME, ...)                                                                                       \
    template <class T> R NAME##_block(__VA_ARGS__);                                                                   \
    template <class T> R NAME(__VA_ARGS__);                                                                           \
    template <class T> R NAME##_system(__VA_ARGS__);
KV_SCOPED(T, __kv_atomic_load, const T *p)
KV_SCOPED(void, __kv_atomic_store, T *p, T value)
KV_SCOPED(T, __kv_atomic_exchange, T *p, T value)
KV_SCOPED(T, __kv_atomic_cas, T *p, T expected, T value)
KV_SCOPED(T, __kv_atomic_add, T *p, T value)
KV_SCOPED(T, __kv_atomic_sub, T *p, T value)
KV_SCOPED(T, __kv_atomic_min, T *p, T value)
KV_SCOPED(T, __kv_atomic_max, T *p, T value)
KV_SCOPED(T, __kv_atomic_and, T *p, T value)
KV_SCOPED(T, __kv_atomic_or, T *p, T value)
KV_SCOPED(T, __kv_atomic_xor, T *p, T value)
#undef KV_SCOPED
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
namespace std {
enum memory_order {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel,
    memory_order_seq_cst
};
} // namespace std
using std::memory_order; using std::memory_order_relaxed; using std::memory_order_consume;
using std::memory_order_acquire; using std::memory_order_release; using std::memory_order_acq_rel;
using std::memory_order_seq_cst;
#define KV_FETCH(NAME, OPERATION, CONST)                                                                              \
    T NAME(T x, memory_order = memory_order_seq_cst) CONST {                                                          \
        if constexpr (S == thread_scope_system) return __kv_atomic_##OPERATION##_system(KV_ADDRESS, x);               \
        else if constexpr (S == thread_scope_device) return __kv_atomic_##OPERATION(KV_ADDRESS, x);                   \
        else return __kv_atomic_##OPERATION##_block(KV_ADDRESS, x);                                                   \
    }
#define KV_MEMBERS(CONST)                                                                                             \
    T load(memory_order = memory_order_seq_cst) const {                                                               \
        if constexpr (S == thread_scope_system) return __kv_atomic_load_system(KV_ADDRESS);                           \
        else if constexpr (S == thread_scope_device) return __kv_atomic_load(KV_ADDRESS);                             \
        else return __kv_atomic_load_block(KV_ADDRESS);                                                               \
    }                                                                                                                 \
    void store(T x, memory_order = memory_order_seq_cst) CONST {                                                      \
        if constexpr (S == thread_scope_system) __kv_atomic_store_system(KV_ADDRESS, x);                              \
        else if constexpr (S == thread_scope_device) __kv_atomic_store(KV_ADDRESS, x);                                \
        else __kv_atomic_store_block(KV_ADDRESS, x);                                                                  \
    }                                                                                                                 \
    T kv_cas(T expected, T x) CONST {                                                                                 \
        if constexpr (S == thread_scope_system) return __kv_atomic_cas_system(KV_ADDRESS, expected, x);               \
        else if constexpr (S == thread_scope_device) return __kv_atomic_cas(KV_ADDRESS, expected, x);                 \
        else return __kv_atomic_cas_block(KV_ADDRESS, expected, x);                                                   \
    }                                                                                                                 \
    bool compare_exchange_strong(T &expected, T x, memory_order = memory_order_seq_cst,                               \
                                 memory_order = memory_order_seq_cst) CONST {                                         \
        T old = kv_cas(expected, x);                                                                                  \
        bool same = old == expected;                                                                                  \
        expected = old;                                                                                               \
        return same;                                                                                                  \
    }                                                                                                                 \
    bool compare_exchange_weak(T &expected, T x, memory_order = memory_order_seq_cst,                                 \
                               memory_order = memory_order_seq_cst) CONST {                                           \
        return compare_exchange_strong(expected, x);                                                                  \
    }                                                                                                                 \
    KV_FETCH(exchange, exchange, CONST)                                                                               \
    KV_FETCH(fetch_add, add, CONST)                                                                                   \
    KV_FETCH(fetch_sub, sub, CONST)                                                                                   \
    KV_FETCH(fetch_min, min, CONST)                                                                                   \
    KV_FETCH(fetch_max, max, CONST)                                                                                   \
    KV_FETCH(fetch_and, and, CONST)                                                                                   \
    KV_FETCH(fetch_or, or, CONST)                                                                                     \
    KV_FETCH(fetch_xor, xor, CONST)                                                                                   \
    operator T() const { return load(); }                                                                             \
    T operator=(T x) CONST { store(x); return x; }                                                                    \
    T operator+=(T x) CONST { return fetch_add(x) + x; }                                                              \
    T operator-=(T x) CONST { return fetch_sub(x) - x; }                                                              \
    T operator++() CONST { return fetch_add(1) + 1; }                                                                 \
    T operator++(int) CONST { return fetch_add(1); }                                                                  \
    T operator--() CONST { return fetch_sub(1) - 1; }                                                                 \
    T operator--(int) CONST { return fetch_sub(1); }
template <class T, thread_scope S = thread_scope_system> class atomic {
    T value;

  public:
    atomic() = default;
    constexpr atomic(T x) : value(x) {}
#define KV_ADDRESS &value
    KV_MEMBERS()
#undef KV_ADDRESS
};
template <class T, thread_scope S = thread_scope_system> class atomic_ref {
    T *cell;

  public:
    explicit atomic_ref(T &x) : cell(&x) {}
#define KV_ADDRESS cell
    KV_MEMBERS(const)
#undef KV_ADDRESS
};
#undef KV_MEMBERS
#undef KV_FETCH
inline void atomic_thread_fence(memory_order, thread_scope scope = thread_scope_system) {
    if (scope == thread_scope_system) __threadfence_system();
    else if (scope == thread_scope_device) __threadfence();
    else __threadfence_block();
}
namespace std {
template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
} // namespace std
} // namespace cuda
#pragma clang force_cuda_host_device end

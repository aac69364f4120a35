/* cuda::atomic, cuda::atomic_ref and what else libcu++ makes of atomics: members are atomic accesses with the order and scope
   that they are handed. */
#pragma once
#pragma clang system_header
#include <kverify/std.h>
#include <kverify/ordered.h>
#pragma clang force_cuda_host_device begin
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
#define KV_ORDER memory_order order = memory_order_seq_cst
#define KV_FETCH(NAME, OPERATION, CONST) \
    T NAME(T x, KV_ORDER) CONST { return __kv_atomic_##OPERATION(KV_ADDRESS, x, order, S); }
#define KV_MEMBERS(CONST)                                                                                             \
    T load(KV_ORDER) const { return __kv_atomic_load(KV_ADDRESS, order, S); }                                         \
    void store(T x, KV_ORDER) CONST { __kv_atomic_store(KV_ADDRESS, x, order, S); }                                   \
    bool compare_exchange_strong(T &expected, T x, KV_ORDER) CONST {                                                  \
        T old = __kv_atomic_cas(KV_ADDRESS, expected, x, order, S);                                                   \
        bool same = old == expected;                                                                                  \
        expected = old;                                                                                               \
        return same;                                                                                                  \
    }                                                                                                                 \
    bool compare_exchange_strong(T &expected, T x, memory_order order, memory_order failure) CONST {                  \
        T old = __kv_atomic_cas_either(KV_ADDRESS, expected, x, order, failure, S);                                   \
        bool same = old == expected;                                                                                  \
        expected = old;                                                                                               \
        return same;                                                                                                  \
    }                                                                                                                 \
    bool compare_exchange_weak(T &expected, T x, KV_ORDER) CONST {                                                    \
        return compare_exchange_strong(expected, x, order);                                                           \
    }                                                                                                                 \
    bool compare_exchange_weak(T &expected, T x, memory_order order, memory_order failure) CONST {                    \
        return compare_exchange_strong(expected, x, order, failure);                                                  \
    }                                                                                                                 \
    KV_FETCH(exchange, exchange, CONST)                                                                               \
    KV_FETCH(fetch_add, add, CONST)                                                                                   \
    KV_FETCH(fetch_sub, sub, CONST)                                                                                   \
    KV_FETCH(fetch_min, min, CONST)                                                                                   \
    KV_FETCH(fetch_max, max, CONST)                                                                                   \
    KV_FETCH(fetch_and, and, CONST)                                                                                   \
    KV_FETCH(fetch_or, or, CONST)                                                                                     \
    KV_FETCH(fetch_xor, xor, CONST)                                                                                   \
    void wait(T old, KV_ORDER) const { while (load(order) == old) ; }                                                 \
    void notify_one() CONST {}                                                                                        \
    void notify_all() CONST {}                                                                                        \
    bool is_lock_free() const { return true; }                                                                        \
    operator T() const { return load(); }                                                                             \
    T operator=(T x) CONST { store(x); return x; }                                                                    \
    T operator+=(T x) CONST { return fetch_add(x) + x; }                                                              \
    T operator-=(T x) CONST { return fetch_sub(x) - x; }                                                              \
    T operator&=(T x) CONST { return fetch_and(x) & x; }                                                              \
    T operator|=(T x) CONST { return fetch_or(x) | x; }                                                               \
    T operator^=(T x) CONST { return fetch_xor(x) ^ x; }                                                              \
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
/* Set and cleared by exchanges: as good as the library's. */
template <thread_scope S = thread_scope_system> class atomic_flag {
    int value;

  public:
    atomic_flag() = default;
    constexpr atomic_flag(int x) : value(x) {}
    bool test_and_set(KV_ORDER) { return __kv_atomic_exchange(&value, 1, order, S) != 0; }
    bool test(KV_ORDER) const { return __kv_atomic_load(&value, order, S) != 0; }
    void clear(KV_ORDER) { __kv_atomic_store(&value, 0, order, S); }
    void wait(bool old, KV_ORDER) const { while (test(order) == old) ; }
    void notify_one() {}
    void notify_all() {}
};
/* A binary semaphore is free while it holds 1: taking it acquires, giving it back releases. */
template <thread_scope S = thread_scope_system> class binary_semaphore {
    int value;

  public:
    binary_semaphore() = default;
    constexpr explicit binary_semaphore(int x) : value(x) {}
    void acquire() { while (__kv_atomic_cas(&value, 1, 0, memory_order_acquire, S) != 1) ; }
    bool try_acquire() { return __kv_atomic_cas(&value, 1, 0, memory_order_acquire, S) == 1; }
    void release(int = 1) { __kv_atomic_exchange(&value, 1, memory_order_release, S); }
};
template <thread_scope S, int Most = 0x7fffffff> class counting_semaphore {
    int value;

  public:
    counting_semaphore() = default;
    constexpr explicit counting_semaphore(int x) : value(x) {}
    bool try_acquire() {
        int old = __kv_atomic_load(&value, memory_order_relaxed, S);
        return old > 0 && __kv_atomic_cas(&value, old, old - 1, memory_order_acquire, S) == old;
    }
    void acquire() { while (!try_acquire()) ; }
    void release(int count = 1) { __kv_atomic_add(&value, count, memory_order_release, S); }
};
inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    __kv_fence(order, scope);
}
inline void atomic_signal_fence(memory_order) {}
template <class A> auto atomic_load(const A *a) { return a->load(); }
template <class A> auto atomic_load_explicit(const A *a, memory_order order) { return a->load(order); }
template <class A, class T> void atomic_store(A *a, T x) { a->store(x); }
template <class A, class T> void atomic_store_explicit(A *a, T x, memory_order order) { a->store(x, order); }
#define KV_FREE(NAME)                                                                                                 \
    template <class A, class T> auto atomic_##NAME(A *a, T x) { return a->NAME(x); }                                  \
    template <class A, class T> auto atomic_##NAME##_explicit(A *a, T x, memory_order order) { return a->NAME(x, order); }
KV_FREE(exchange) KV_FREE(fetch_add) KV_FREE(fetch_sub) KV_FREE(fetch_and) KV_FREE(fetch_or) KV_FREE(fetch_xor)
#undef KV_FREE
#undef KV_ORDER
namespace std {
template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using atomic_flag = ::cuda::atomic_flag<thread_scope_system>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
template <int Most = 0x7fffffff> using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, Most>;
inline void atomic_thread_fence(memory_order order) { __kv_fence(order, thread_scope_system); }
inline void atomic_signal_fence(memory_order) {}
using ::cuda::atomic_load; using ::cuda::atomic_load_explicit; using ::cuda::atomic_store;
using ::cuda::atomic_store_explicit; using ::cuda::atomic_exchange; using ::cuda::atomic_exchange_explicit;
using ::cuda::atomic_fetch_add; using ::cuda::atomic_fetch_add_explicit; using ::cuda::atomic_fetch_sub;
using ::cuda::atomic_fetch_sub_explicit; using ::cuda::atomic_fetch_or; using ::cuda::atomic_fetch_or_explicit;
} // namespace std
} // namespace cuda
#pragma clang force_cuda_host_device end

/* Atomic accesses that are handed their order and scope: the primitives, and the compilers' builtins put in terms of them.
   Scopes are numbered as cuda::thread_scope is, orders as everywhere. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
void __kv_fence(int order, int scope);
template <class T> T __kv_atomic_load(const T *p, int order, int scope);
template <class T> void __kv_atomic_store(T *p, T value, int order, int scope);
template <class T> T __kv_atomic_cas(T *p, T expected, T value, int order, int scope);
template <class T> T __kv_atomic_cas_either(T *p, T expected, T value, int order, int failure, int scope);
#define KV_UPDATE(NAME) template <class T> T __kv_atomic_##NAME(T *p, T value, int order, int scope);
KV_UPDATE(exchange) KV_UPDATE(add) KV_UPDATE(sub) KV_UPDATE(min) KV_UPDATE(max) KV_UPDATE(and) KV_UPDATE(or) KV_UPDATE(xor)
#undef KV_UPDATE
#ifdef KV_NEED_BUILTIN_ATOMICS
/* CUDA C++ Programming Guide, "Atomic Functions": __nv_atomic_*. */
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_THREAD 3
#define __NV_THREAD_SCOPE_CLUSTER 4
template <class T, class U> struct KvPlain { typedef T type; };
template <class T, class U> struct KvPlain<const T, U> { typedef typename KvPlain<T, U>::type type; };
template <class T, class U> struct KvPlain<volatile T, U> { typedef typename KvPlain<T, U>::type type; };
#define KV_T typename KvPlain<T, int>::type
template <class T> KV_T __nv_atomic_load_n(T *p, int order, int scope = 0) {
    return __kv_atomic_load((const KV_T *)p, order, scope);
}
template <class T> void __nv_atomic_load(T *p, KV_T *to, int order, int scope = 0) {
    *to = __kv_atomic_load((const KV_T *)p, order, scope);
}
template <class T> void __nv_atomic_store_n(T *p, KV_T x, int order, int scope = 0) {
    __kv_atomic_store((KV_T *)p, x, order, scope);
}
template <class T> void __nv_atomic_store(T *p, KV_T *x, int order, int scope = 0) {
    __kv_atomic_store((KV_T *)p, *x, order, scope);
}
template <class T>
bool __nv_atomic_compare_exchange_n(T *p, KV_T *expected, KV_T x, bool, int order, int failure, int scope = 0) {
    KV_T wanted = *expected;
    KV_T old = __kv_atomic_cas_either((KV_T *)p, wanted, x, order, failure, scope);
    *expected = old;
    return old == wanted;
}
template <class T>
bool __nv_atomic_compare_exchange(T *p, KV_T *expected, KV_T *x, bool weak, int order, int failure, int scope = 0) {
    return __nv_atomic_compare_exchange_n(p, expected, *x, weak, order, failure, scope);
}
#define KV_FETCH(NAME, OPERATION)                                                                                     \
    template <class T> KV_T __nv_atomic_##NAME(T *p, KV_T x, int order, int scope = 0) {                              \
        return __kv_atomic_##OPERATION((KV_T *)p, x, order, scope);                                                   \
    }
KV_FETCH(exchange_n, exchange) KV_FETCH(fetch_add, add) KV_FETCH(fetch_sub, sub) KV_FETCH(fetch_and, and)
KV_FETCH(fetch_or, or) KV_FETCH(fetch_xor, xor) KV_FETCH(fetch_min, min) KV_FETCH(fetch_max, max)
#undef KV_FETCH
#undef KV_T
inline void __nv_atomic_thread_fence(int order, int scope = 0) { __kv_fence(order, scope); }
inline void __nv_atomic_signal_fence(int) {}
/* GCC's builtins, which clang takes in kernels: of the whole system. */
#define __atomic_load_n(p, order) __nv_atomic_load_n(p, order)
#define __atomic_store_n(p, x, order) __nv_atomic_store_n(p, x, order)
#define __atomic_exchange_n(p, x, order) __nv_atomic_exchange_n(p, x, order)
#define __atomic_compare_exchange_n(p, expected, x, weak, order, failure)                                             \
    __nv_atomic_compare_exchange_n(p, expected, x, weak, order, failure)
#define __atomic_fetch_add(p, x, order) __nv_atomic_fetch_add(p, x, order)
#define __atomic_fetch_sub(p, x, order) __nv_atomic_fetch_sub(p, x, order)
#define __atomic_fetch_and(p, x, order) __nv_atomic_fetch_and(p, x, order)
#define __atomic_fetch_or(p, x, order) __nv_atomic_fetch_or(p, x, order)
#define __atomic_fetch_xor(p, x, order) __nv_atomic_fetch_xor(p, x, order)
#define __atomic_thread_fence(order) __kv_fence(order, 0)
#define __sync_synchronize() __kv_fence(5, 0)
#endif
#pragma clang force_cuda_host_device end

/* Atomic functions whose operands go through pointers, or are implied, put in terms of those that the table has. */
#if __OPENCL_C_VERSION__ >= 200
#define KV_COMPARE_EXCHANGE(A, T)                                                                                     \
    KV_OVERLOAD T __kv_atomic_cas_explicit(volatile A *object, T expected, T desired, memory_order order,             \
                                           memory_order failure, memory_scope scope);                                 \
    KV_OVERLOAD inline bool __kv_compare_exchange(volatile A *object, T *expected, T desired, memory_order order,     \
                                                  memory_order failure, memory_scope scope) {                         \
        T old = __kv_atomic_cas_explicit(object, *expected, desired, order, failure, scope);                          \
        bool same = old == *expected;                                                                                 \
        *expected = old;                                                                                              \
        return same;                                                                                                  \
    }
KV_COMPARE_EXCHANGE(atomic_int, int)
KV_COMPARE_EXCHANGE(atomic_uint, uint)
KV_COMPARE_EXCHANGE(atomic_long, long)
KV_COMPARE_EXCHANGE(atomic_ulong, ulong)
#undef KV_COMPARE_EXCHANGE
#define KV_SCOPED(o, e, d, order, failure, scope, ...) __kv_compare_exchange(o, e, d, order, failure, scope)
#define atomic_compare_exchange_strong(o, e, d)                                                                       \
    __kv_compare_exchange(o, e, d, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device)
#define atomic_compare_exchange_weak(o, e, d) atomic_compare_exchange_strong(o, e, d)
#define atomic_compare_exchange_strong_explicit(o, e, d, ...) KV_SCOPED(o, e, d, __VA_ARGS__, memory_scope_device, 0)
#define atomic_compare_exchange_weak_explicit(o, e, d, ...) KV_SCOPED(o, e, d, __VA_ARGS__, memory_scope_device, 0)
#define atomic_flag_test_and_set(f) (atomic_exchange((volatile atomic_int *)(f), 1) != 0)
#define atomic_flag_test_and_set_explicit(f, ...) (atomic_exchange_explicit((volatile atomic_int *)(f), 1, __VA_ARGS__) != 0)
#define atomic_flag_clear(f) atomic_store((volatile atomic_int *)(f), 0)
#define atomic_flag_clear_explicit(f, ...) atomic_store_explicit((volatile atomic_int *)(f), 0, __VA_ARGS__)
#endif

/* C17 7.17: `_Atomic` objects, whose operators are atomic; what the rest of them does is not said. */
#pragma once
#pragma clang system_header
typedef enum {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel,
    memory_order_seq_cst
} memory_order;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(_Bool) atomic_bool;
#define ATOMIC_VAR_INIT(x) (x)
#define atomic_init(p, x) ((void)(*(p) = (x)))
#define atomic_load(p) (*(p))
#define atomic_store(p, x) ((void)(*(p) = (x)))
#define atomic_fetch_add(p, x) ((*(p) += (x)) - (x))
#define atomic_fetch_sub(p, x) ((*(p) -= (x)) + (x))
#define atomic_load_explicit(p, order) atomic_load(p)
#define atomic_store_explicit(p, x, order) atomic_store(p, x)
#define atomic_fetch_add_explicit(p, x, order) atomic_fetch_add(p, x)
#define atomic_fetch_sub_explicit(p, x, order) atomic_fetch_sub(p, x)

/* The specifications that GPUVerify reads in kernel sources, for both languages. What speaks of one thread's values
   is kept; what speaks of the other thread, or of the sets of accesses so far, is an unknown value: an assertion about it
   is not decided, an assumption is not made, and an invariant or postcondition is not checked. */
#define __requires(e) __kv_requires(KV_TRUTH(e))
#define __global_requires(e) __kv_assume(KV_TRUTH(e))
#define __assume(e) __kv_assume(KV_TRUTH(e))
#define __axiom(e)
#define __assert(e) __kv_assert(KV_TRUTH(e))
#define __global_assert(e) __kv_assert(KV_TRUTH(e))
#define __invariant(e) __kv_invariant(KV_TRUTH(e))
#define __global_invariant(e) __kv_invariant(KV_TRUTH(e))
/* Candidates may fail: kverify finds its own invariants and makes nothing of them. */
#define __candidate_invariant(e) ((void)0)
#define __candidate_global_invariant(e) ((void)0)
#define __function_wide_candidate_invariant(e) ((void)0)
#define __candidate_ensures(e) ((void)0)
/* Checked at the head of every loop of the function, and at its end. */
#define __function_wide_invariant(e) __kv_function_invariant(KV_TRUTH(e))
#define __ensures(e) __kv_ensures(KV_TRUTH(e))
#define __global_ensures(e) __kv_ensures(KV_TRUTH(e))
#define __candidate_requires(e) ((void)0)
#define __reads_from(...) ((void)0)
#define __writes_to(...) ((void)0)
#define __reads_from_local(...) ((void)0)
#define __writes_to_local(...) ((void)0)
#define __requires_fresh_array(p) ((void)0)
#define __array_snapshot(...) ((void)0)
#define __barrier_invariant(...) ((void)0)
#define __barrier_invariant_1(...) ((void)0)
#define __barrier_invariant_2(...) ((void)0)
#define __barrier_invariant_3(...) ((void)0)
#define __barrier_invariant_4(...) ((void)0)
#define __barrier_invariant_5(...) ((void)0)
#define __barrier_invariant_6(...) ((void)0)
#define __barrier_invariant_7(...) ((void)0)
#define __barrier_invariant_8(...) ((void)0)
#define __barrier_invariant_9(...) ((void)0)
#define __barrier_invariant_10(...) ((void)0)
#define __barrier_invariant_11(...) ((void)0)
#define __barrier_invariant_12(...) ((void)0)
#define __barrier_invariant_13(...) ((void)0)
#define __barrier_invariant_14(...) ((void)0)
#define __barrier_invariant_15(...) ((void)0)
#define __barrier_invariant_16(...) ((void)0)
#define __barrier_invariant_17(...) ((void)0)
#define __barrier_invariant_18(...) ((void)0)
#define __barrier_invariant_19(...) ((void)0)
#define __barrier_invariant_20(...) ((void)0)
#define __barrier_invariant_binary_1(...) ((void)0)
#define __barrier_invariant_binary_2(...) ((void)0)
#define __barrier_invariant_binary_3(...) ((void)0)

/* A thread that evaluates a specification is enabled. */
#define __enabled() 1
#define __dominator_enabled() 1
#define __implies(a, b) (!(a) || (b))
#define __ite(c, a, b) ((c) ? (a) : (b))
#define __exclusive(...) __kv_unknown_bool()
#define __non_temporal(e) (e)
#define __mod_pow2(a, b) ((a) & ((b) - 1))
#define __is_pow2(x) (((x) & ((x) - 1)) == 0)
#define __pow2(x) (((x) & ((x) - 1)) == 0)
/* Sums that are assumed not to overflow. */
#define KV_SUM_WITHIN(type, a, b)                                                                                      \
    ({                                                                                                                 \
        const type kv_a = (a), kv_b = (b);                                                                             \
        const type kv_sum = (type)(kv_a + kv_b);                                                                       \
        __kv_assume(KV_TRUTH((long)kv_a + (long)kv_b == (long)kv_sum));                                                \
        kv_sum;                                                                                                        \
    })
#define __add_noovfl_int(a, b) KV_SUM_WITHIN(int, a, b)
#define __add_noovfl_unsigned_int(a, b) KV_SUM_WITHIN(unsigned int, a, b)
#define __add_noovfl_char(a, b) KV_SUM_WITHIN(char, a, b)
#define __add_noovfl_unsigned_char(a, b) KV_SUM_WITHIN(unsigned char, a, b)
/* Whether a sum of two or three is the same in 64 bits. */
#define KV_SUM_2(a, b, ...) ((long)(a) + (long)(b) == (long)((a) + (b)))
#define KV_SUM_3(a, b, c, ...) ((long)(a) + (long)(b) + (long)(c) == (long)((a) + (b) + (c)))
#define KV_SUM_MANY(...) __kv_unknown_bool()
#define KV_SUM_OF(a, b, c, d, e, name, ...) name
#define __add_noovfl(...)                                                                                              \
    KV_SUM_OF(__VA_ARGS__, KV_SUM_MANY, KV_SUM_MANY, KV_SUM_3, KV_SUM_2, KV_SUM_MANY)(__VA_ARGS__, 0)
#define __same_group __kv_unknown_bool()
#define __uniform_int(e) __kv_unknown_bool()
#define __uniform_bool(e) __kv_unknown_bool()
#define __distinct_int(e) __kv_unknown_bool()
#define __distinct_bool(e) __kv_unknown_bool()
#define __other_int(e) __kv_unknown_int()
#define __other_bool(e) __kv_unknown_bool()
#define __other_ptr_base(e) __kv_unknown_size()
/* In a postcondition: a value when the function was entered, and its result. */
#define __old_int(e) __kv_old_int(e)
#define __old_bool(e) __kv_old_bool(KV_TRUTH(e))
#define __return_val_int() __kv_result_int()
#define __return_val_bool() __kv_result_bool()
#define __return_val_ptr() __kv_result_ptr()
#define __return_val_funptr(TYPE) ((TYPE)__kv_result_ptr())
#define __return_val_int4() __kv_result_int4()
#define __return_val_float4() __kv_result_float4()
#define __read(p) __kv_unknown_read(p)
#define __no_read(p) (!__kv_unknown_read(p))
#define __write(p) __kv_unknown_write(p)
#define __no_write(p) (!__kv_unknown_write(p))
#define __read_implies(p, e) __kv_unknown_bool()
#define __write_implies(p, e) __kv_unknown_bool()
#define __read_offset_bytes(p) __kv_unknown_size()
#define __write_offset_bytes(p) __kv_unknown_size()
#define __ptr_offset_bytes(p) __kv_unknown_size()
#define __ptr_base(p) __kv_unknown_size()
#define __read_permission(...) ((void)0)
#define __write_permission(...) ((void)0)
#define __atomic_has_taken_value(...) __kv_unknown_bool()
/* Functions of which nothing is known. */
#define DECLARE_UF_UNARY(NAME, A, R) R NAME(A);
#define DECLARE_UF_BINARY(NAME, A, B, R) R NAME(A, B);
#define DECLARE_UF_TERNARY(NAME, A, B, C, R) R NAME(A, B, C);

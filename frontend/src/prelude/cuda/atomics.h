/* Atomic functions: of the scope that their name says, on the type that their first argument points to, relaxed.
   Templates, so that a user's own overload (the usual atomicAdd on double) comes first. */
#pragma once
#pragma clang force_cuda_host_device begin
template <class T> struct KvSame { typedef T type; };
template <class T> struct KvSame<volatile T> { typedef T type; };
/* Which operations there are on which types (CUDA C++ Programming Guide, "Atomic Functions"). Longs are as long as long longs, or they
   are integers, by the system: they may have what either has. */
enum { KvAdd = 1, KvSub = 2, KvExch = 4, KvMin = 8, KvMax = 8, KvInc = 16, KvDec = 16, KvCAS = 32, KvAnd = 64, KvOr = 64, KvXor = 64 };
#ifdef __HIP__
enum { KvFloats = KvAdd | KvSub | KvExch | KvMin };
#else
enum { KvFloats = 0 };
#endif
/* Structures of 16 bytes can be exchanged; what else a class has is its own. */
template <class T> struct KvAtomics { enum { all = __is_class(T) || __is_union(T) ? KvExch | KvCAS : 0 }; };
template <class T> struct KvAtomics<volatile T> : KvAtomics<T> {};
#define KV_ATOMICS(T, OPERATIONS) template <> struct KvAtomics<T> { enum { all = OPERATIONS }; };
KV_ATOMICS(int, KvAdd | KvSub | KvExch | KvMin | KvCAS | KvAnd)
KV_ATOMICS(unsigned, KvAdd | KvSub | KvExch | KvMin | KvCAS | KvAnd | KvInc)
KV_ATOMICS(long, KvAdd | KvSub | KvExch | KvMin | KvCAS | KvAnd)
KV_ATOMICS(unsigned long, KvAdd | KvSub | KvExch | KvMin | KvCAS | KvAnd | KvInc)
KV_ATOMICS(unsigned long long, KvAdd | KvExch | KvMin | KvCAS | KvAnd | KvFloats)
KV_ATOMICS(long long, KvMin | KvAnd)
KV_ATOMICS(unsigned short, KvCAS)
KV_ATOMICS(float, KvAdd | KvExch | KvFloats)
KV_ATOMICS(double, KvAdd | KvFloats)
#undef KV_ATOMICS
template <bool> struct KvIf {};
template <> struct KvIf<true> { typedef int type; };
#define KV_HAS(NAME) template <class T, typename KvIf<(KvAtomics<T>::all & Kv##NAME) != 0>::type = 0>
#define KV_ATOMIC(NAME)                                                                                               \
    KV_HAS(NAME) typename KvSame<T>::type atomic##NAME(T *p, typename KvSame<T>::type value);                         \
    KV_HAS(NAME) typename KvSame<T>::type atomic##NAME##_block(T *p, typename KvSame<T>::type value);                 \
    KV_HAS(NAME) typename KvSame<T>::type atomic##NAME##_system(T *p, typename KvSame<T>::type value);
KV_ATOMIC(Add) KV_ATOMIC(Sub) KV_ATOMIC(Exch) KV_ATOMIC(Min) KV_ATOMIC(Max) KV_ATOMIC(And) KV_ATOMIC(Or) KV_ATOMIC(Xor)
KV_ATOMIC(Inc) KV_ATOMIC(Dec)
#undef KV_ATOMIC
#define KV_ATOMIC_CAS(NAME)                                                                                           \
    KV_HAS(CAS)                                                                                                       \
    typename KvSame<T>::type NAME(T *p, typename KvSame<T>::type expected, typename KvSame<T>::type value);
KV_ATOMIC_CAS(atomicCAS) KV_ATOMIC_CAS(atomicCAS_block) KV_ATOMIC_CAS(atomicCAS_system)
#undef KV_ATOMIC_CAS
#undef KV_HAS

/* Vectors: each component by itself, as the hardware does. */
inline float2 atomicAdd(float2 *p, float2 v) { return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
inline float4 atomicAdd(float4 *p, float4 v) {
    return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z), atomicAdd(&p->w, v.w));
}
#pragma clang force_cuda_host_device end

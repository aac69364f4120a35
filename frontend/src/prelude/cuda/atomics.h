/* Atomic functions: of the scope that their name says, on the type that their first argument points to, relaxed.
   Templates, so that a user's own overload (the usual atomicAdd on double) comes first. */
#pragma once
#pragma clang force_cuda_host_device begin
template <class T> struct KvSame { typedef T type; };
template <class T> struct KvSame<volatile T> { typedef T type; };
#define KV_ATOMIC(NAME)                                                                                               \
    template <class T> typename KvSame<T>::type NAME(T *p, typename KvSame<T>::type value);                           \
    template <class T> typename KvSame<T>::type NAME##_block(T *p, typename KvSame<T>::type value);                   \
    template <class T> typename KvSame<T>::type NAME##_system(T *p, typename KvSame<T>::type value);
KV_ATOMIC(atomicAdd) KV_ATOMIC(atomicSub) KV_ATOMIC(atomicExch) KV_ATOMIC(atomicMin) KV_ATOMIC(atomicMax)
KV_ATOMIC(atomicAnd) KV_ATOMIC(atomicOr) KV_ATOMIC(atomicXor) KV_ATOMIC(atomicInc) KV_ATOMIC(atomicDec)
#undef KV_ATOMIC
#define KV_ATOMIC_CAS(NAME)                                                                                           \
    template <class T>                                                                                                \
    typename KvSame<T>::type NAME(T *p, typename KvSame<T>::type expected, typename KvSame<T>::type value);
KV_ATOMIC_CAS(atomicCAS) KV_ATOMIC_CAS(atomicCAS_block) KV_ATOMIC_CAS(atomicCAS_system)
#undef KV_ATOMIC_CAS

/* Vectors: each component by itself, as the hardware does. */
inline float2 atomicAdd(float2 *p, float2 v) { return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
inline float4 atomicAdd(float4 *p, float4 v) {
    return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z), atomicAdd(&p->w, v.w));
}
#pragma clang force_cuda_host_device end

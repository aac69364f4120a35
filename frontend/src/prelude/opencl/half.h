/* Accesses to half-precision memory (OpenCL C 3.0, 6.15.7): each half by itself. */
#define KV_LOADED2(p) (float)(p)[0], (float)(p)[1]
#define KV_LOADED3(p) KV_LOADED2(p), (float)(p)[2]
#define KV_LOADED4(p) KV_LOADED2(p), KV_LOADED2((p) + 2)
#define KV_LOADED8(p) KV_LOADED4(p), KV_LOADED4((p) + 4)
#define KV_LOADED16(p) KV_LOADED8(p), KV_LOADED8((p) + 8)
#define KV_LOAD(SPACE, A, N, STEP)                                                                                     \
    KV_OVERLOAD inline float##N vload##A##_half##N(size_t offset, const SPACE half *p)                                 \
    {                                                                                                                  \
        return (float##N)(KV_LOADED##N(p + offset * STEP));                                                            \
    }
#define KV_LOADS(SPACE)                                                                                                \
    KV_OVERLOAD inline float vload_half(size_t offset, const SPACE half *p) { return (float)p[offset]; }               \
    KV_OVERLOAD inline float vloada_half(size_t offset, const SPACE half *p) { return (float)p[offset]; }              \
    KV_LOAD(SPACE, , 2, 2) KV_LOAD(SPACE, , 3, 3) KV_LOAD(SPACE, , 4, 4) KV_LOAD(SPACE, , 8, 8)                        \
    KV_LOAD(SPACE, , 16, 16) KV_LOAD(SPACE, a, 2, 2) KV_LOAD(SPACE, a, 3, 4) KV_LOAD(SPACE, a, 4, 4)                   \
    KV_LOAD(SPACE, a, 8, 8) KV_LOAD(SPACE, a, 16, 16)
#define KV_STORED2(p, v, R) (p)[0] = convert_half##R((v).s0); (p)[1] = convert_half##R((v).s1);
#define KV_STORED3(p, v, R) KV_STORED2(p, v, R) (p)[2] = convert_half##R((v).s2);
#define KV_STORED4(p, v, R) KV_STORED3(p, v, R) (p)[3] = convert_half##R((v).s3);
#define KV_STORED8(p, v, R) KV_STORED4(p, (v).lo, R) KV_STORED4((p) + 4, (v).hi, R)
#define KV_STORED16(p, v, R) KV_STORED8(p, (v).lo, R) KV_STORED8((p) + 8, (v).hi, R)
#define KV_STORE(SPACE, T, R, A, N, STEP)                                                                              \
    KV_OVERLOAD inline void vstore##A##_half##N##R(T##N v, size_t offset, SPACE half *p)                               \
    {                                                                                                                  \
        SPACE half *first = p + offset * STEP;                                                                         \
        KV_STORED##N(first, v, R)                                                                                      \
    }
#define KV_STORES_AS(SPACE, T, R)                                                                                      \
    KV_OVERLOAD inline void vstore_half##R(T v, size_t offset, SPACE half *p) { p[offset] = convert_half##R(v); }      \
    KV_OVERLOAD inline void vstorea_half##R(T v, size_t offset, SPACE half *p) { p[offset] = convert_half##R(v); }     \
    KV_STORE(SPACE, T, R, , 2, 2) KV_STORE(SPACE, T, R, , 3, 3) KV_STORE(SPACE, T, R, , 4, 4)                          \
    KV_STORE(SPACE, T, R, , 8, 8) KV_STORE(SPACE, T, R, , 16, 16) KV_STORE(SPACE, T, R, a, 2, 2)                       \
    KV_STORE(SPACE, T, R, a, 3, 4) KV_STORE(SPACE, T, R, a, 4, 4) KV_STORE(SPACE, T, R, a, 8, 8)                       \
    KV_STORE(SPACE, T, R, a, 16, 16)
#define KV_STORES(SPACE, T)                                                                                            \
    KV_STORES_AS(SPACE, T, ) KV_STORES_AS(SPACE, T, _rte) KV_STORES_AS(SPACE, T, _rtz) KV_STORES_AS(SPACE, T, _rtp)    \
    KV_STORES_AS(SPACE, T, _rtn)
KV_LOADS(__constant)
#if __OPENCL_C_VERSION__ >= 200
KV_LOADS() KV_STORES(, float) KV_STORES(, double)
#else
KV_LOADS(__global) KV_STORES(__global, float) KV_STORES(__global, double)
KV_LOADS(__local) KV_STORES(__local, float) KV_STORES(__local, double)
KV_LOADS(__private) KV_STORES(__private, float) KV_STORES(__private, double)
#endif
#undef KV_LOADED2
#undef KV_LOADED3
#undef KV_LOADED4
#undef KV_LOADED8
#undef KV_LOADED16
#undef KV_LOAD
#undef KV_LOADS
#undef KV_STORED2
#undef KV_STORED3
#undef KV_STORED4
#undef KV_STORED8
#undef KV_STORED16
#undef KV_STORE
#undef KV_STORES_AS
#undef KV_STORES

/* Arithmetic and conversions that say how they round. */
#pragma once
#pragma clang force_cuda_host_device begin
float __frsqrt_rn(float x);
float __fsqrt_rn(float x);
float __fsqrt_rz(float x);
float __fsqrt_ru(float x);
float __fsqrt_rd(float x);
float __frcp_rz(float x);
float __frcp_ru(float x);
float __frcp_rd(float x);
inline float __frcp_rn(float x) { return 1.0f / x; }
inline double __drcp_rn(double x) { return 1.0 / x; }
double __dsqrt_rn(double x);
double __dsqrt_rz(double x);
double __dsqrt_ru(double x);
double __dsqrt_rd(double x);
double __drcp_rz(double x);
double __drcp_ru(double x);
double __drcp_rd(double x);
#define KV_ROUNDED(T, P, MODE)                                                                                         \
    T __##P##add_##MODE(T x, T y);                                                                                     \
    T __##P##sub_##MODE(T x, T y);                                                                                     \
    T __##P##mul_##MODE(T x, T y);                                                                                     \
    T __##P##div_##MODE(T x, T y);
KV_ROUNDED(float, f, rn) KV_ROUNDED(float, f, rz) KV_ROUNDED(float, f, ru) KV_ROUNDED(float, f, rd)
KV_ROUNDED(double, d, rn) KV_ROUNDED(double, d, rz) KV_ROUNDED(double, d, ru) KV_ROUNDED(double, d, rd)
#undef KV_ROUNDED
#define KV_ROUNDED_FMA(MODE)                                                                                           \
    float __fmaf_##MODE(float x, float y, float z);                                                                    \
    double __fma_##MODE(double x, double y, double z);
KV_ROUNDED_FMA(rn) KV_ROUNDED_FMA(rz) KV_ROUNDED_FMA(ru) KV_ROUNDED_FMA(rd)
#undef KV_ROUNDED_FMA

/* A conversion rounds as its suffix says, then C converts. */
#define KV_TO_INTEGER(F, FROM, TO, T)                                                                                  \
    inline T __##FROM##2##TO##_rn(F x) { return (T)rint(x); }                                                          \
    inline T __##FROM##2##TO##_rz(F x) { return (T)x; }                                                                \
    inline T __##FROM##2##TO##_rd(F x) { return (T)floor(x); }                                                         \
    inline T __##FROM##2##TO##_ru(F x) { return (T)ceil(x); }
KV_TO_INTEGER(float, float, int, int)
KV_TO_INTEGER(float, float, uint, unsigned)
KV_TO_INTEGER(float, float, ll, long long)
KV_TO_INTEGER(float, float, ull, unsigned long long)
KV_TO_INTEGER(double, double, int, int)
KV_TO_INTEGER(double, double, uint, unsigned)
KV_TO_INTEGER(double, double, ll, long long)
KV_TO_INTEGER(double, double, ull, unsigned long long)
#undef KV_TO_INTEGER
/* Only the default rounding is C's. */
#define KV_TO_FLOAT(T, FROM, F, TO)                                                                                    \
    inline F __##FROM##2##TO##_rn(T x) { return (F)x; }                                                                \
    F __##FROM##2##TO##_rz(T x);                                                                                       \
    F __##FROM##2##TO##_rd(T x);                                                                                       \
    F __##FROM##2##TO##_ru(T x);
KV_TO_FLOAT(int, int, float, float)
KV_TO_FLOAT(unsigned, uint, float, float)
KV_TO_FLOAT(long long, ll, float, float)
KV_TO_FLOAT(unsigned long long, ull, float, float)
KV_TO_FLOAT(double, double, float, float)
KV_TO_FLOAT(long long, ll, double, double)
KV_TO_FLOAT(unsigned long long, ull, double, double)
#undef KV_TO_FLOAT
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
#pragma clang force_cuda_host_device end

/* Functions with a second result through a pointer: a plain store. */
#define KV_TWO_RESULTS(T, SPACE)                                                                                      \
    KV_OVERLOAD inline T sincos(T x, SPACE T *c) { *c = cos(x); return sin(x); }                                      \
    KV_OVERLOAD inline T modf(T x, SPACE T *whole) { *whole = trunc(x); return copysign(x - trunc(x), x); }           \
    KV_OVERLOAD inline T fract(T x, SPACE T *whole) {                                                                 \
        *whole = floor(x);                                                                                            \
        return fmin(x - floor(x), (T)(0x1.fffffep-1f));                                                               \
    }
#define KV_SPACES(T) KV_TWO_RESULTS(T, ) KV_TWO_RESULTS(T, __global) KV_TWO_RESULTS(T, __local)
KV_SPACES(float) KV_SPACES(float2) KV_SPACES(float3) KV_SPACES(float4) KV_SPACES(float8) KV_SPACES(float16)
KV_SPACES(double) KV_SPACES(double2) KV_SPACES(double4)
#undef KV_SPACES
#undef KV_TWO_RESULTS
/* The same of vectors, whose parts are chosen by integers of their size. */
#define KV_TWO_RESULTS(N, SPACE)                                                                                      \
    KV_OVERLOAD inline float##N frexp(float##N x, SPACE int##N *exponent) {                                           \
        *exponent = x == (float##N)(0) ? (int##N)(0) : ilogb(x) + 1;                                                  \
        return x == (float##N)(0) ? x : ldexp(x, -(ilogb(x) + 1));                                                    \
    }                                                                                                                 \
    KV_OVERLOAD inline float##N remquo(float##N x, float##N y, SPACE int##N *quotient) {                              \
        *quotient = convert_int##N(rint(x / y));                                                                      \
        return remainder(x, y);                                                                                       \
    }
#define KV_SPACES(N) KV_TWO_RESULTS(N, ) KV_TWO_RESULTS(N, __global) KV_TWO_RESULTS(N, __local)
KV_SPACES(2) KV_SPACES(3) KV_SPACES(4) KV_SPACES(8) KV_SPACES(16)
#undef KV_SPACES
#undef KV_TWO_RESULTS
/* A number as a fraction and a power of two, and what a division leaves over. */
#define KV_TWO_RESULTS(T, I, SPACE)                                                                                   \
    KV_OVERLOAD inline T frexp(T x, SPACE I *exponent) {                                                              \
        *exponent = x == (T)0 ? 0 : ilogb(x) + 1;                                                                     \
        return x == (T)0 ? x : ldexp(x, -(ilogb(x) + 1));                                                             \
    }                                                                                                                 \
    KV_OVERLOAD inline T remquo(T x, T y, SPACE I *quotient) {                                                        \
        *quotient = (I)rint(x / y);                                                                                   \
        return remainder(x, y);                                                                                       \
    }
#define KV_SPACES(T, I) KV_TWO_RESULTS(T, I, ) KV_TWO_RESULTS(T, I, __global) KV_TWO_RESULTS(T, I, __local)
KV_SPACES(float, int) KV_SPACES(double, int)
#undef KV_SPACES
#undef KV_TWO_RESULTS

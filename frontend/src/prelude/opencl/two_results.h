/* Functions with a second result through a pointer: a plain store. */
#define KV_TWO_RESULTS(T)                                                                                             \
    KV_OVERLOAD inline T sincos(T x, T *c) { *c = cos(x); return sin(x); }                                            \
    KV_OVERLOAD inline T modf(T x, T *whole) { *whole = trunc(x); return copysign(x - trunc(x), x); }                 \
    KV_OVERLOAD inline T fract(T x, T *whole) { *whole = floor(x); return fmin(x - floor(x), (T)(0x1.fffffep-1f)); }
KV_TWO_RESULTS(float) KV_TWO_RESULTS(float2) KV_TWO_RESULTS(float3) KV_TWO_RESULTS(float4) KV_TWO_RESULTS(float8)
KV_TWO_RESULTS(float16) KV_TWO_RESULTS(double) KV_TWO_RESULTS(double2) KV_TWO_RESULTS(double4)
#undef KV_TWO_RESULTS

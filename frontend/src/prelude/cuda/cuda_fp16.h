/* Half precision: a class around the 16-bit format; arithmetic is done in float and rounded once. */
#pragma once
#pragma clang system_header
#include <kverify/atomics.h>
#pragma clang force_cuda_host_device begin
/* Rounded some other way than to the nearest before it is narrowed. */
float __kv_rounded(float x, int mode);
struct __align__(2) __half {
    __fp16 value;
    __half() = default;
    __half(float x) : value((__fp16)x) {}
    __half(double x) : value((__fp16)x) {}
    __half(int x) : value((__fp16)(float)x) {}
    __half(unsigned x) : value((__fp16)(float)x) {}
    __half(long long x) : value((__fp16)(float)x) {}
    __half(short x) : value((__fp16)(float)x) {}
    __half(unsigned short x) : value((__fp16)(float)x) {}
    __half(long x) : value((__fp16)(float)x) {}
    __half(unsigned long x) : value((__fp16)(float)x) {}
    __half(unsigned long long x) : value((__fp16)(float)x) {}
    operator float() const { return (float)value; }
    __half &operator+=(__half o) { value = (__fp16)((float)value + (float)o.value); return *this; }
    __half &operator-=(__half o) { value = (__fp16)((float)value - (float)o.value); return *this; }
    __half &operator*=(__half o) { value = (__fp16)((float)value * (float)o.value); return *this; }
    __half &operator/=(__half o) { value = (__fp16)((float)value / (float)o.value); return *this; }
};
typedef __half half;
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half2 half2;
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };
typedef __half nv_half;
typedef __half2 nv_half2;
#define KV_NUMBER __half
#define KV_NUMBER2 __half2
#define KV_STORAGE __fp16
#include <kverify/small_float.h>
inline __half __float2half(float x) { return __half(x); }
inline __half __float2half_rn(float x) { return __half(x); }
inline __half __double2half(double x) { return __half(x); }
inline float __half2float(__half x) { return (float)x.value; }
/* The library makes a number of its raw bits without being asked. */
inline float __half2float(__half_raw x) { __half h; __builtin_memcpy(&h, &x, sizeof h); return (float)h.value; }
inline __half __int2half_rn(int x) { return __half((float)x); }
inline __half __uint2half_rn(unsigned x) { return __half((float)x); }
inline int __half2int_rn(__half x) { return (int)rintf((float)x.value); }
inline int __half2int_rz(__half x) { return (int)(float)x.value; }
inline unsigned __half2uint_rz(__half x) { return (unsigned)(float)x.value; }
inline __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
inline __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
inline __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
inline float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }
inline __half2 __half2half2(__half a) { return __half2(a, a); }
inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
inline __half __low2half(__half2 a) { return a.x; }
inline __half __high2half(__half2 a) { return a.y; }
inline float __low2float(__half2 a) { return (float)a.x; }
inline float __high2float(__half2 a) { return (float)a.y; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
inline __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
inline __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
inline __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
inline __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
inline __half __float2half_rz(float x) { return __half(__kv_rounded(x, 0)); }
inline __half __float2half_ru(float x) { return __half(__kv_rounded(x, 1)); }
inline __half __float2half_rd(float x) { return __half(__kv_rounded(x, 2)); }
inline __half __short2half_rn(short x) { return __half((float)x); }
inline __half __ushort2half_rn(unsigned short x) { return __half((float)x); }
inline __half __ll2half_rn(long long x) { return __half((float)x); }
inline __half __ull2half_rn(unsigned long long x) { return __half((float)x); }
inline int __half2int_ru(__half x) { return (int)ceilf((float)x.value); }
inline int __half2int_rd(__half x) { return (int)floorf((float)x.value); }
inline unsigned __half2uint_rn(__half x) { return (unsigned)rintf((float)x.value); }
inline short __half2short_rz(__half x) { return (short)(float)x.value; }
inline short __half2short_rn(__half x) { return (short)rintf((float)x.value); }
inline unsigned short __half2ushort_rz(__half x) { return (unsigned short)(float)x.value; }
inline long long __half2ll_rz(__half x) { return (long long)(float)x.value; }
inline unsigned short __half_as_ushort(__half x) { return *(unsigned short *)&x; }
inline short __half_as_short(__half x) { return *(short *)&x; }
inline __half __ushort_as_half(unsigned short x) { return *(__half *)&x; }
inline __half __short_as_half(short x) { return *(__half *)&x; }
#define CUDART_INF_FP16 __half(1e999f)
#define CUDART_ZERO_FP16 __half(0.0f)
#define CUDART_ONE_FP16 __half(1.0f)
#pragma clang force_cuda_host_device end

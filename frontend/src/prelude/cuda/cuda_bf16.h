/* bfloat16: a class around the 16-bit format; arithmetic is done in float and rounded once. */
#pragma once
#pragma clang system_header
#include <kverify/atomics.h>
#pragma clang force_cuda_host_device begin
/* Rounded some other way than to the nearest before it is narrowed. */
float __kv_rounded(float x, int mode);
struct __align__(2) __nv_bfloat16 {
    __bf16 value;
    __nv_bfloat16() = default;
    __nv_bfloat16(float x) : value((__bf16)x) {}
    __nv_bfloat16(double x) : value((__bf16)(float)x) {}
    __nv_bfloat16(int x) : value((__bf16)(float)x) {}
    __nv_bfloat16(unsigned x) : value((__bf16)(float)x) {}
    __nv_bfloat16(short x) : value((__bf16)(float)x) {}
    __nv_bfloat16(unsigned short x) : value((__bf16)(float)x) {}
    __nv_bfloat16(long x) : value((__bf16)(float)x) {}
    __nv_bfloat16(unsigned long x) : value((__bf16)(float)x) {}
    __nv_bfloat16(unsigned long long x) : value((__bf16)(float)x) {}
    __nv_bfloat16(long long x) : value((__bf16)(float)x) {}
    operator float() const { return (float)value; }
    __nv_bfloat16 &operator+=(__nv_bfloat16 o) { value = (__bf16)((float)value + (float)o.value); return *this; }
    __nv_bfloat16 &operator-=(__nv_bfloat16 o) { value = (__bf16)((float)value - (float)o.value); return *this; }
    __nv_bfloat16 &operator*=(__nv_bfloat16 o) { value = (__bf16)((float)value * (float)o.value); return *this; }
    __nv_bfloat16 &operator/=(__nv_bfloat16 o) { value = (__bf16)((float)value / (float)o.value); return *this; }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;
#define KV_NUMBER __nv_bfloat16
#define KV_NUMBER2 __nv_bfloat162
#define KV_STORAGE __bf16
#include <kverify/small_float.h>
inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
inline __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
inline float __bfloat162float(__nv_bfloat16 x) { return (float)x.value; }
inline __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
inline float __low2float(__nv_bfloat162 a) { return (float)a.x; }
inline float __high2float(__nv_bfloat162 a) { return (float)a.y; }
inline __nv_bfloat16 __float2bfloat16_rz(float x) { return __nv_bfloat16(__kv_rounded(x, 0)); }
inline __nv_bfloat16 __float2bfloat16_ru(float x) { return __nv_bfloat16(__kv_rounded(x, 1)); }
inline __nv_bfloat16 __float2bfloat16_rd(float x) { return __nv_bfloat16(__kv_rounded(x, 2)); }
inline __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16((float)x); }
inline __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return __nv_bfloat16((float)x); }
inline __nv_bfloat16 __ll2bfloat16_rn(long long x) { return __nv_bfloat16((float)x); }
inline int __bfloat162int_rn(__nv_bfloat16 x) { return (int)rintf((float)x.value); }
inline int __bfloat162int_rz(__nv_bfloat16 x) { return (int)(float)x.value; }
inline unsigned __bfloat162uint_rn(__nv_bfloat16 x) { return (unsigned)rintf((float)x.value); }
inline unsigned __bfloat162uint_rz(__nv_bfloat16 x) { return (unsigned)(float)x.value; }
inline short __bfloat16_as_short(__nv_bfloat16 x) { return *(short *)&x; }
inline __nv_bfloat16 __short_as_bfloat16(short x) { return *(__nv_bfloat16 *)&x; }
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };
#define CUDART_INF_BF16 __nv_bfloat16(1e999f)
#define CUDART_ZERO_BF16 __nv_bfloat16(0.0f)
#define CUDART_ONE_BF16 __nv_bfloat16(1.0f)
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return *(unsigned short *)&x; }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return *(__nv_bfloat16 *)&x; }
#pragma clang force_cuda_host_device end

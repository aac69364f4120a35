/* bfloat16: a class around the 16-bit format; arithmetic is done in float and rounded once. */
#pragma once
#pragma clang system_header
#include <kverify/atomics.h>
#pragma clang force_cuda_host_device begin
struct __align__(2) __nv_bfloat16 {
    __bf16 value;
    __nv_bfloat16() = default;
    __nv_bfloat16(float x) : value((__bf16)x) {}
    __nv_bfloat16(double x) : value((__bf16)(float)x) {}
    __nv_bfloat16(int x) : value((__bf16)(float)x) {}
    __nv_bfloat16(unsigned x) : value((__bf16)(float)x) {}
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
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return *(unsigned short *)&x; }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { return *(__nv_bfloat16 *)&x; }
#pragma clang force_cuda_host_device end

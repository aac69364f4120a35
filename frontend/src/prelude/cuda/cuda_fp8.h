/* 8-bit floating-point numbers: stored bytes, and values that are functions of them. */
#pragma once
#pragma clang system_header
#include <kverify/cuda_fp16.h>
#include <kverify/cuda_bf16.h>
#pragma clang force_cuda_host_device begin
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
unsigned char __kv_float_to_fp8(float x, int kind);
float __kv_fp8_to_float(unsigned char x, int kind);
#define KV_FP8(NAME, KIND)                                                                                            \
    struct NAME {                                                                                                     \
        __nv_fp8_storage_t __x;                                                                                       \
        NAME() = default;                                                                                             \
        NAME(float x) : __x(__kv_float_to_fp8(x, KIND)) {}                                                            \
        NAME(double x) : __x(__kv_float_to_fp8((float)x, KIND)) {}                                                    \
        NAME(int x) : __x(__kv_float_to_fp8((float)x, KIND)) {}                                                       \
        NAME(unsigned x) : __x(__kv_float_to_fp8((float)x, KIND)) {}                                                  \
        NAME(__half x) : __x(__kv_float_to_fp8((float)x, KIND)) {}                                                    \
        NAME(__nv_bfloat16 x) : __x(__kv_float_to_fp8((float)x, KIND)) {}                                             \
        operator float() const { return __kv_fp8_to_float(__x, KIND); }                                               \
    };
KV_FP8(__nv_fp8_e4m3, 0)
KV_FP8(__nv_fp8_e5m2, 1)
#undef KV_FP8
#define KV_FP8(NAME, KIND)                                                                                            \
    struct __nv_fp8x2_##NAME {                                                                                         \
        __nv_fp8x2_storage_t __x;                                                                                     \
        __nv_fp8x2_##NAME() = default;                                                                                 \
        __nv_fp8x2_##NAME(float2 v) : __x(__kv_float_to_fp8(v.x, KIND) | __kv_float_to_fp8(v.y, KIND) << 8) {}        \
        __nv_fp8x2_##NAME(__half2 v) : __nv_fp8x2_##NAME(make_float2((float)v.x, (float)v.y)) {}                      \
        __nv_fp8x2_##NAME(__nv_bfloat162 v) : __nv_fp8x2_##NAME(make_float2((float)v.x, (float)v.y)) {}               \
        operator float2() const {                                                                                      \
            return make_float2(__kv_fp8_to_float((unsigned char)__x, KIND), __kv_fp8_to_float((unsigned char)(__x >> 8), KIND)); \
        }                                                                                                             \
        operator __half2() const { float2 v = *this; return __half2(__half(v.x), __half(v.y)); }                      \
    };                                                                                                                \
    struct __nv_fp8x4_##NAME {                                                                                         \
        __nv_fp8x4_storage_t __x;                                                                                     \
        __nv_fp8x4_##NAME() = default;                                                                                 \
        __nv_fp8x4_##NAME(float4 v)                                                                                    \
            : __x(__kv_float_to_fp8(v.x, KIND) | (unsigned)__kv_float_to_fp8(v.y, KIND) << 8 |                        \
                  (unsigned)__kv_float_to_fp8(v.z, KIND) << 16 | (unsigned)__kv_float_to_fp8(v.w, KIND) << 24) {}     \
        operator float4() const {                                                                                      \
            return make_float4(__kv_fp8_to_float((unsigned char)__x, KIND), __kv_fp8_to_float((unsigned char)(__x >> 8), KIND), \
                               __kv_fp8_to_float((unsigned char)(__x >> 16), KIND), __kv_fp8_to_float((unsigned char)(__x >> 24), KIND)); \
        }                                                                                                             \
    };
KV_FP8(e4m3, 0)
KV_FP8(e5m2, 1)
#undef KV_FP8
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t, __nv_fp8_interpretation_t k) {
    return __kv_float_to_fp8(x, k);
}
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t, __nv_fp8_interpretation_t k) {
    return __kv_float_to_fp8((float)x, k);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t, __nv_fp8_interpretation_t k) {
    return __kv_float_to_fp8((float)__ushort_as_half(x.x), k);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t, __nv_fp8_interpretation_t k) {
    return __kv_float_to_fp8((float)__ushort_as_bfloat16(x.x), k);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t k) {
    __half_raw raw;
    raw.x = __half_as_ushort(__half(__kv_fp8_to_float(x, k)));
    return raw;
}
#pragma clang force_cuda_host_device end

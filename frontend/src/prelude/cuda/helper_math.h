/* Arithmetic on CUDA's vector types, component by component. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
#define KV_BINARY(S, SIGN, C)                                                                                        \
    inline S##2 operator SIGN(S##2 a, S##2 b) { return make_##S##2(a.x SIGN b.x, a.y SIGN b.y); }                     \
    inline S##3 operator SIGN(S##3 a, S##3 b) { return make_##S##3(a.x SIGN b.x, a.y SIGN b.y, a.z SIGN b.z); }       \
    inline S##4 operator SIGN(S##4 a, S##4 b) {                                                                       \
        return make_##S##4(a.x SIGN b.x, a.y SIGN b.y, a.z SIGN b.z, a.w SIGN b.w);                                   \
    }                                                                                                                 \
    inline S##2 operator SIGN(S##2 a, C b) { return make_##S##2(a.x SIGN b, a.y SIGN b); }                           \
    inline S##3 operator SIGN(S##3 a, C b) { return make_##S##3(a.x SIGN b, a.y SIGN b, a.z SIGN b); }               \
    inline S##4 operator SIGN(S##4 a, C b) { return make_##S##4(a.x SIGN b, a.y SIGN b, a.z SIGN b, a.w SIGN b); }   \
    inline S##2 operator SIGN(C a, S##2 b) { return make_##S##2(a SIGN b.x, a SIGN b.y); }                           \
    inline S##3 operator SIGN(C a, S##3 b) { return make_##S##3(a SIGN b.x, a SIGN b.y, a SIGN b.z); }               \
    inline S##4 operator SIGN(C a, S##4 b) { return make_##S##4(a SIGN b.x, a SIGN b.y, a SIGN b.z, a SIGN b.w); }   \
    inline void operator SIGN##=(S##2 &a, S##2 b) { a.x SIGN##= b.x; a.y SIGN##= b.y; }                               \
    inline void operator SIGN##=(S##3 &a, S##3 b) { a.x SIGN##= b.x; a.y SIGN##= b.y; a.z SIGN##= b.z; }              \
    inline void operator SIGN##=(S##4 &a, S##4 b) {                                                                   \
        a.x SIGN##= b.x; a.y SIGN##= b.y; a.z SIGN##= b.z; a.w SIGN##= b.w;                                           \
    }                                                                                                                 \
    inline void operator SIGN##=(S##2 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; }                                     \
    inline void operator SIGN##=(S##3 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; a.z SIGN##= b; }                      \
    inline void operator SIGN##=(S##4 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; a.z SIGN##= b; a.w SIGN##= b; }
#define KV_ARITHMETIC(S, C) KV_BINARY(S, +, C) KV_BINARY(S, -, C) KV_BINARY(S, *, C)
KV_ARITHMETIC(float, float) KV_ARITHMETIC(int, int) KV_ARITHMETIC(uint, uint)
KV_BINARY(float, /, float)
#undef KV_BINARY
#undef KV_ARITHMETIC
inline float2 operator-(const float2 &a) { return make_float2(-a.x, -a.y); }
inline float3 operator-(const float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
inline float4 operator-(const float4 &a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
inline int2 operator-(const int2 &a) { return make_int2(-a.x, -a.y); }
inline int3 operator-(const int3 &a) { return make_int3(-a.x, -a.y, -a.z); }
inline int4 operator-(const int4 &a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
inline float2 make_float2(float s) { return make_float2(s, s); }
inline float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
inline float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
inline float3 make_float3(float s) { return make_float3(s, s, s); }
inline float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
inline float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
inline float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
inline float4 make_float4(float s) { return make_float4(s, s, s, s); }
inline float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
inline float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
inline float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
inline int2 make_int2(int s) { return make_int2(s, s); }
inline int3 make_int3(int s) { return make_int3(s, s, s); }
inline int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
inline uint3 make_uint3(uint s) { return make_uint3(s, s, s); }
inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
inline float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline int clamp(int f, int a, int b) { return max(a, min(f, b)); }
inline uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
inline float lerp(float a, float b, float t) { return a + t * (b - a); }
#define KV_VECTOR(V)                                                                                                  \
    inline float length(V a) { return sqrtf(dot(a, a)); }                                                             \
    inline V normalize(V a) { return a * rsqrtf(dot(a, a)); }                                                         \
    inline V lerp(V a, V b, float t) { return a + t * (b - a); }
KV_VECTOR(float2) KV_VECTOR(float3) KV_VECTOR(float4)
#undef KV_VECTOR
inline float kv_fraction(float x) { return x - floorf(x); }
#define KV_EACH(NAME, FUNCTION)                                                                                       \
    inline float2 NAME(float2 a) { return make_float2(FUNCTION(a.x), FUNCTION(a.y)); }                                \
    inline float3 NAME(float3 a) { return make_float3(FUNCTION(a.x), FUNCTION(a.y), FUNCTION(a.z)); }                 \
    inline float4 NAME(float4 a) { return make_float4(FUNCTION(a.x), FUNCTION(a.y), FUNCTION(a.z), FUNCTION(a.w)); }
KV_EACH(fabs, fabsf) KV_EACH(floorf, floorf) KV_EACH(fracf, kv_fraction)
#undef KV_EACH
inline float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
inline float3 fminf(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
inline float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
inline float3 fmaxf(float3 a, float3 b) { return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)); }
inline float3 clamp(float3 v, float a, float b) { return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
inline float4 clamp(float4 v, float a, float b) {
    return make_float4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));
}
#pragma clang force_cuda_host_device end

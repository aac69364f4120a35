/* Arithmetic on CUDA's vector types, component by component. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
/* As templates, they give way to what a program declares itself. */
#define KV_WEAK template <class KvWeak = void>
#define KV_BINARY(S, SIGN, C)                                                                                        \
    KV_WEAK inline S##2 operator SIGN(S##2 a, S##2 b) { return make_##S##2(a.x SIGN b.x, a.y SIGN b.y); }                     \
    KV_WEAK inline S##3 operator SIGN(S##3 a, S##3 b) { return make_##S##3(a.x SIGN b.x, a.y SIGN b.y, a.z SIGN b.z); }       \
    KV_WEAK inline S##4 operator SIGN(S##4 a, S##4 b) {                                                                       \
        return make_##S##4(a.x SIGN b.x, a.y SIGN b.y, a.z SIGN b.z, a.w SIGN b.w);                                   \
    }                                                                                                                 \
    KV_WEAK inline S##2 operator SIGN(S##2 a, C b) { return make_##S##2(a.x SIGN b, a.y SIGN b); }                           \
    KV_WEAK inline S##3 operator SIGN(S##3 a, C b) { return make_##S##3(a.x SIGN b, a.y SIGN b, a.z SIGN b); }               \
    KV_WEAK inline S##4 operator SIGN(S##4 a, C b) { return make_##S##4(a.x SIGN b, a.y SIGN b, a.z SIGN b, a.w SIGN b); }   \
    KV_WEAK inline S##2 operator SIGN(C a, S##2 b) { return make_##S##2(a SIGN b.x, a SIGN b.y); }                           \
    KV_WEAK inline S##3 operator SIGN(C a, S##3 b) { return make_##S##3(a SIGN b.x, a SIGN b.y, a SIGN b.z); }               \
    KV_WEAK inline S##4 operator SIGN(C a, S##4 b) { return make_##S##4(a SIGN b.x, a SIGN b.y, a SIGN b.z, a SIGN b.w); }   \
    KV_WEAK inline void operator SIGN##=(S##2 &a, S##2 b) { a.x SIGN##= b.x; a.y SIGN##= b.y; }                               \
    KV_WEAK inline void operator SIGN##=(S##3 &a, S##3 b) { a.x SIGN##= b.x; a.y SIGN##= b.y; a.z SIGN##= b.z; }              \
    KV_WEAK inline void operator SIGN##=(S##4 &a, S##4 b) {                                                                   \
        a.x SIGN##= b.x; a.y SIGN##= b.y; a.z SIGN##= b.z; a.w SIGN##= b.w;                                           \
    }                                                                                                                 \
    KV_WEAK inline void operator SIGN##=(S##2 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; }                                     \
    KV_WEAK inline void operator SIGN##=(S##3 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; a.z SIGN##= b; }                      \
    KV_WEAK inline void operator SIGN##=(S##4 &a, C b) { a.x SIGN##= b; a.y SIGN##= b; a.z SIGN##= b; a.w SIGN##= b; }
#define KV_ARITHMETIC(S, C) KV_BINARY(S, +, C) KV_BINARY(S, -, C) KV_BINARY(S, *, C)
KV_ARITHMETIC(float, float) KV_ARITHMETIC(int, int) KV_ARITHMETIC(uint, uint)
KV_BINARY(float, /, float)
#undef KV_BINARY
#undef KV_ARITHMETIC
KV_WEAK inline float2 operator-(const float2 &a) { return make_float2(-a.x, -a.y); }
KV_WEAK inline float3 operator-(const float3 &a) { return make_float3(-a.x, -a.y, -a.z); }
KV_WEAK inline float4 operator-(const float4 &a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
KV_WEAK inline int2 operator-(const int2 &a) { return make_int2(-a.x, -a.y); }
KV_WEAK inline int3 operator-(const int3 &a) { return make_int3(-a.x, -a.y, -a.z); }
KV_WEAK inline int4 operator-(const int4 &a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
KV_WEAK inline float2 make_float2(float s) { return make_float2(s, s); }
KV_WEAK inline float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
KV_WEAK inline float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
KV_WEAK inline float3 make_float3(float s) { return make_float3(s, s, s); }
KV_WEAK inline float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
KV_WEAK inline float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
KV_WEAK inline float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
KV_WEAK inline float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
KV_WEAK inline float4 make_float4(float s) { return make_float4(s, s, s, s); }
KV_WEAK inline float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
KV_WEAK inline float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
KV_WEAK inline float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
KV_WEAK inline float2 make_float2(uint2 a) { return make_float2((float)a.x, (float)a.y); }
KV_WEAK inline float3 make_float3(uint3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
KV_WEAK inline float4 make_float4(uint4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
KV_WEAK inline int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
KV_WEAK inline int2 make_int2(uint2 a) { return make_int2((int)a.x, (int)a.y); }
KV_WEAK inline int2 make_int2(float2 a) { return make_int2((int)a.x, (int)a.y); }
KV_WEAK inline int3 make_int3(int2 a) { return make_int3(a.x, a.y, 0); }
KV_WEAK inline int3 make_int3(int2 a, int s) { return make_int3(a.x, a.y, s); }
KV_WEAK inline int3 make_int3(uint3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
KV_WEAK inline int4 make_int4(int s) { return make_int4(s, s, s, s); }
KV_WEAK inline int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
KV_WEAK inline int4 make_int4(int3 a, int w) { return make_int4(a.x, a.y, a.z, w); }
KV_WEAK inline int4 make_int4(uint4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
KV_WEAK inline int4 make_int4(float4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
KV_WEAK inline uint2 make_uint2(uint s) { return make_uint2(s, s); }
KV_WEAK inline uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
KV_WEAK inline uint2 make_uint2(int2 a) { return make_uint2((uint)a.x, (uint)a.y); }
KV_WEAK inline uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, 0); }
KV_WEAK inline uint3 make_uint3(uint2 a, uint s) { return make_uint3(a.x, a.y, s); }
KV_WEAK inline uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
KV_WEAK inline uint3 make_uint3(int3 a) { return make_uint3((uint)a.x, (uint)a.y, (uint)a.z); }
KV_WEAK inline uint4 make_uint4(uint s) { return make_uint4(s, s, s, s); }
KV_WEAK inline uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
KV_WEAK inline uint4 make_uint4(uint3 a, uint w) { return make_uint4(a.x, a.y, a.z, w); }
KV_WEAK inline uint4 make_uint4(int4 a) { return make_uint4((uint)a.x, (uint)a.y, (uint)a.z, (uint)a.w); }
KV_WEAK inline int2 make_int2(int s) { return make_int2(s, s); }
KV_WEAK inline int3 make_int3(int s) { return make_int3(s, s, s); }
KV_WEAK inline int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
KV_WEAK inline uint3 make_uint3(uint s) { return make_uint3(s, s, s); }
KV_WEAK inline float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
KV_WEAK inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
KV_WEAK inline float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
KV_WEAK inline float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
KV_WEAK inline float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
KV_WEAK inline int clamp(int f, int a, int b) { return max(a, min(f, b)); }
KV_WEAK inline uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
KV_WEAK inline float lerp(float a, float b, float t) { return a + t * (b - a); }
#define KV_VECTOR(V)                                                                                                  \
    KV_WEAK inline float length(V a) { return sqrtf(dot(a, a)); }                                                             \
    KV_WEAK inline V normalize(V a) { return a * rsqrtf(dot(a, a)); }                                                         \
    KV_WEAK inline V lerp(V a, V b, float t) { return a + t * (b - a); }
KV_VECTOR(float2) KV_VECTOR(float3) KV_VECTOR(float4)
#undef KV_VECTOR
KV_WEAK inline float smoothstep(float a, float b, float x) {
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}
KV_WEAK inline float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
KV_WEAK inline float kv_fraction(float x) { return x - floorf(x); }
#define KV_EACH(NAME, FUNCTION)                                                                                       \
    KV_WEAK inline float2 NAME(float2 a) { return make_float2(FUNCTION(a.x), FUNCTION(a.y)); }                                \
    KV_WEAK inline float3 NAME(float3 a) { return make_float3(FUNCTION(a.x), FUNCTION(a.y), FUNCTION(a.z)); }                 \
    KV_WEAK inline float4 NAME(float4 a) { return make_float4(FUNCTION(a.x), FUNCTION(a.y), FUNCTION(a.z), FUNCTION(a.w)); }
KV_EACH(fabs, fabsf) KV_EACH(floorf, floorf) KV_EACH(fracf, kv_fraction)
KV_WEAK inline float fracf(float x) { return kv_fraction(x); }
#undef KV_EACH
KV_WEAK inline float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
KV_WEAK inline float3 fminf(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
KV_WEAK inline float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
KV_WEAK inline float3 fmaxf(float3 a, float3 b) { return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)); }
KV_WEAK inline float3 clamp(float3 v, float a, float b) { return make_float3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
KV_WEAK inline float4 clamp(float4 v, float a, float b) {
    return make_float4(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));
}
KV_WEAK inline float2 clamp(float2 v, float a, float b) { return make_float2(clamp(v.x, a, b), clamp(v.y, a, b)); }
KV_WEAK inline float2 clamp(float2 v, float2 a, float2 b) { return make_float2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }
KV_WEAK inline float3 clamp(float3 v, float3 a, float3 b) {
    return make_float3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));
}
KV_WEAK inline float4 clamp(float4 v, float4 a, float4 b) {
    return make_float4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));
}
KV_WEAK inline float4 fminf(float4 a, float4 b) {
    return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w));
}
KV_WEAK inline float4 fmaxf(float4 a, float4 b) {
    return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w));
}
#define KV_EXTREME(S, NAME)                                                                                           \
    KV_WEAK inline S##2 NAME(S##2 a, S##2 b) { return make_##S##2(NAME(a.x, b.x), NAME(a.y, b.y)); }                         \
    KV_WEAK inline S##3 NAME(S##3 a, S##3 b) { return make_##S##3(NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z)); }         \
    KV_WEAK inline S##4 NAME(S##4 a, S##4 b) {                                                                               \
        return make_##S##4(NAME(a.x, b.x), NAME(a.y, b.y), NAME(a.z, b.z), NAME(a.w, b.w));                          \
    }
KV_EXTREME(int, min) KV_EXTREME(int, max) KV_EXTREME(uint, min) KV_EXTREME(uint, max)
#undef KV_EXTREME
KV_WEAK inline int3 clamp(int3 v, int a, int b) { return make_int3(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }
KV_WEAK inline int3 clamp(int3 v, int3 a, int3 b) {
    return make_int3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z));
}
KV_WEAK inline float saturate(float x) { return clamp(x, 0.0f, 1.0f); }
#undef KV_WEAK
#pragma clang force_cuda_host_device end

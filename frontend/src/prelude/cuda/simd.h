/* Arithmetic on the two or four parts of a word. */
#pragma once
#pragma clang force_cuda_host_device begin
#define KV_SIMD2(NAME) unsigned __##NAME##2(unsigned a, unsigned b); unsigned __##NAME##4(unsigned a, unsigned b);
KV_SIMD2(vadd) KV_SIMD2(vsub) KV_SIMD2(vabsdiffs) KV_SIMD2(vabsdiffu) KV_SIMD2(vmaxs) KV_SIMD2(vmaxu) KV_SIMD2(vmins)
KV_SIMD2(vminu) KV_SIMD2(vavgs) KV_SIMD2(vavgu) KV_SIMD2(vhaddu) KV_SIMD2(vcmpeq) KV_SIMD2(vcmpne) KV_SIMD2(vcmpges)
KV_SIMD2(vcmpgeu) KV_SIMD2(vcmpgts) KV_SIMD2(vcmpgtu) KV_SIMD2(vcmples) KV_SIMD2(vcmpleu) KV_SIMD2(vcmplts)
KV_SIMD2(vcmpltu) KV_SIMD2(vsads) KV_SIMD2(vsadu) KV_SIMD2(vaddss) KV_SIMD2(vaddus) KV_SIMD2(vsubss) KV_SIMD2(vsubus)
#undef KV_SIMD2
#define KV_SIMD1(NAME) unsigned __##NAME##2(unsigned a); unsigned __##NAME##4(unsigned a);
KV_SIMD1(vneg) KV_SIMD1(vabs) KV_SIMD1(vabsss) KV_SIMD1(vnegss)
#undef KV_SIMD1
/* 1 in each part of which the comparison holds. */
#define KV_SET(NAME)                                                                                                   \
    inline unsigned __vset##NAME##2(unsigned a, unsigned b) { return __vcmp##NAME##2(a, b) & 0x00010001u; }           \
    inline unsigned __vset##NAME##4(unsigned a, unsigned b) { return __vcmp##NAME##4(a, b) & 0x01010101u; }
KV_SET(eq) KV_SET(ne) KV_SET(ges) KV_SET(geu) KV_SET(gts) KV_SET(gtu) KV_SET(les) KV_SET(leu) KV_SET(lts) KV_SET(ltu)
#undef KV_SET
#define KV_SIMD3(NAME, T) T __##NAME(T a, T b, T c);
#define KV_DPX(NAME) KV_SIMD3(NAME##_s16x2, unsigned) KV_SIMD3(NAME##_u16x2, unsigned) KV_SIMD3(NAME##_s32, int) KV_SIMD3(NAME##_u32, unsigned)
KV_DPX(viaddmax) KV_DPX(viaddmin) KV_DPX(vimax3) KV_DPX(vimin3)
#undef KV_DPX
#undef KV_SIMD3
/* Never below zero. */
inline int __kv_relu(int a) { return a < 0 ? 0 : a; }
inline unsigned __kv_relu2(unsigned a) { return __vmaxs2(a, 0u); }
#define KV_RELU(NAME)                                                                                                  \
    inline int __##NAME##_s32_relu(int a, int b, int c) { return __kv_relu(__##NAME##_s32(a, b, c)); }                \
    inline unsigned __##NAME##_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __kv_relu2(__##NAME##_s16x2(a, b, c)); }
KV_RELU(viaddmax) KV_RELU(viaddmin) KV_RELU(vimax3) KV_RELU(vimin3)
#undef KV_RELU
inline int __vimax_s32_relu(int a, int b) { return __kv_relu(a < b ? b : a); }
inline int __vimin_s32_relu(int a, int b) { return __kv_relu(b < a ? b : a); }
inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __kv_relu2(__vmaxs2(a, b)); }
inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __kv_relu2(__vmins2(a, b)); }
/* Which of them it is: the first also where both are the same. */
#define KV_WHICH(NAME, SIGN, SIMD)                                                                                     \
    inline int __##NAME##_s32(int a, int b, bool *first) { return (*first = a SIGN b) ? a : b; }                      \
    inline unsigned __##NAME##_u32(unsigned a, unsigned b, bool *first) { return (*first = a SIGN b) ? a : b; }       \
    inline unsigned __##NAME##_s16x2(unsigned a, unsigned b, bool *high, bool *low) {                                 \
        *high = (short)(a >> 16) SIGN(short)(b >> 16);                                                                 \
        *low = (short)a SIGN(short) b;                                                                                 \
        return __##SIMD##s2(a, b);                                                                                     \
    }                                                                                                                  \
    inline unsigned __##NAME##_u16x2(unsigned a, unsigned b, bool *high, bool *low) {                                 \
        *high = a >> 16 SIGN b >> 16;                                                                                  \
        *low = (unsigned short)a SIGN(unsigned short) b;                                                               \
        return __##SIMD##u2(a, b);                                                                                     \
    }
KV_WHICH(vibmax, >=, vmax) KV_WHICH(vibmin, <=, vmin)
#undef KV_WHICH
#pragma clang force_cuda_host_device end

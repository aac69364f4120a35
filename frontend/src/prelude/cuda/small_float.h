/* What half and bfloat16 have in common; KV_NUMBER and KV_NUMBER2 name the type at hand. */
#define KV_OPERATOR(SIGN, NAME)                                                                                       \
    inline KV_NUMBER operator SIGN(KV_NUMBER a, KV_NUMBER b) { return KV_NUMBER((float)a.value SIGN(float) b.value); } \
    inline KV_NUMBER2 operator SIGN(KV_NUMBER2 a, KV_NUMBER2 b) { return KV_NUMBER2(a.x SIGN b.x, a.y SIGN b.y); }     \
    inline KV_NUMBER __h##NAME(KV_NUMBER a, KV_NUMBER b) { return a SIGN b; }                                          \
    inline KV_NUMBER2 __h##NAME##2(KV_NUMBER2 a, KV_NUMBER2 b) { return a SIGN b; }
KV_OPERATOR(+, add) KV_OPERATOR(-, sub) KV_OPERATOR(*, mul) KV_OPERATOR(/, div)
#undef KV_OPERATOR
#define KV_COMPARE(SIGN, NAME)                                                                                        \
    inline bool operator SIGN(KV_NUMBER a, KV_NUMBER b) { return (float)a.value SIGN(float) b.value; }                 \
    inline bool __h##NAME(KV_NUMBER a, KV_NUMBER b) { return a SIGN b; }
KV_COMPARE(==, eq) KV_COMPARE(!=, ne) KV_COMPARE(<, lt) KV_COMPARE(<=, le) KV_COMPARE(>, gt) KV_COMPARE(>=, ge)
#undef KV_COMPARE
#define KV_COMPARE(SIGN, NAME)                                                                                        \
    inline KV_NUMBER2 __h##NAME##2(KV_NUMBER2 a, KV_NUMBER2 b) {                                                      \
        return KV_NUMBER2(KV_NUMBER(a.x SIGN b.x ? 1.0f : 0.0f), KV_NUMBER(a.y SIGN b.y ? 1.0f : 0.0f));              \
    }                                                                                                                 \
    inline KV_NUMBER2 __h##NAME##u2(KV_NUMBER2 a, KV_NUMBER2 b) { return __h##NAME##2(a, b); }                        \
    inline bool __hb##NAME##2(KV_NUMBER2 a, KV_NUMBER2 b) { return a.x SIGN b.x && a.y SIGN b.y; }                    \
    inline bool __hb##NAME##u2(KV_NUMBER2 a, KV_NUMBER2 b) { return a.x SIGN b.x && a.y SIGN b.y; }                   \
    inline bool __h##NAME##u(KV_NUMBER a, KV_NUMBER b) { return a SIGN b; }                                           \
    inline unsigned __h##NAME##2_mask(KV_NUMBER2 a, KV_NUMBER2 b) {                                                   \
        return (a.x SIGN b.x ? 0xffffu : 0u) | (a.y SIGN b.y ? 0xffff0000u : 0u);                                     \
    }
KV_COMPARE(==, eq) KV_COMPARE(!=, ne) KV_COMPARE(<, lt) KV_COMPARE(<=, le) KV_COMPARE(>, gt) KV_COMPARE(>=, ge)
#undef KV_COMPARE
inline bool operator==(KV_NUMBER2 a, KV_NUMBER2 b) { return a.x == b.x && a.y == b.y; }
inline bool operator!=(KV_NUMBER2 a, KV_NUMBER2 b) { return !(a == b); }
inline KV_NUMBER2 operator-(KV_NUMBER2 a) { return KV_NUMBER2(KV_NUMBER(-(float)a.x.value), KV_NUMBER(-(float)a.y.value)); }
inline KV_NUMBER2 &operator+=(KV_NUMBER2 &a, KV_NUMBER2 b) { a = a + b; return a; }
inline KV_NUMBER2 &operator-=(KV_NUMBER2 &a, KV_NUMBER2 b) { a = a - b; return a; }
inline KV_NUMBER2 &operator*=(KV_NUMBER2 &a, KV_NUMBER2 b) { a = a * b; return a; }
inline KV_NUMBER2 &operator/=(KV_NUMBER2 &a, KV_NUMBER2 b) { a = a / b; return a; }
inline KV_NUMBER &operator++(KV_NUMBER &a) { a += KV_NUMBER(1.0f); return a; }
inline KV_NUMBER &operator--(KV_NUMBER &a) { a -= KV_NUMBER(1.0f); return a; }
inline KV_NUMBER2 __hneg2(KV_NUMBER2 a) { return -a; }
inline KV_NUMBER __hdiv_sat(KV_NUMBER a, KV_NUMBER b) { return KV_NUMBER(fminf(fmaxf((float)a.value / (float)b.value, 0.0f), 1.0f)); }
#define KV_ROUNDED(NAME, SIGN)                                                                                        \
    inline KV_NUMBER __h##NAME##_rn(KV_NUMBER a, KV_NUMBER b) { return a SIGN b; }                                    \
    inline KV_NUMBER2 __h##NAME##2_rn(KV_NUMBER2 a, KV_NUMBER2 b) { return a SIGN b; }                                \
    inline KV_NUMBER __h##NAME##_sat(KV_NUMBER a, KV_NUMBER b) { return KV_NUMBER(fminf(fmaxf((float)(a SIGN b).value, 0.0f), 1.0f)); } \
    inline KV_NUMBER2 __h##NAME##2_sat(KV_NUMBER2 a, KV_NUMBER2 b) {                                                  \
        return KV_NUMBER2(__h##NAME##_sat(a.x, b.x), __h##NAME##_sat(a.y, b.y));                                      \
    }
KV_ROUNDED(add, +) KV_ROUNDED(sub, -) KV_ROUNDED(mul, *)
#undef KV_ROUNDED
inline KV_NUMBER operator+(KV_NUMBER a) { return a; }
inline KV_NUMBER operator-(KV_NUMBER a) { return KV_NUMBER(-(float)a.value); }
inline KV_NUMBER __hneg(KV_NUMBER a) { return -a; }
inline KV_NUMBER __habs(KV_NUMBER a) { return KV_NUMBER(fabsf((float)a.value)); }
inline KV_NUMBER __hfma(KV_NUMBER a, KV_NUMBER b, KV_NUMBER c) {
    return KV_NUMBER(fmaf((float)a.value, (float)b.value, (float)c.value));
}
inline KV_NUMBER2 __hfma2(KV_NUMBER2 a, KV_NUMBER2 b, KV_NUMBER2 c) {
    return KV_NUMBER2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
inline KV_NUMBER __hmax(KV_NUMBER a, KV_NUMBER b) { return KV_NUMBER(fmaxf((float)a.value, (float)b.value)); }
inline KV_NUMBER __hmin(KV_NUMBER a, KV_NUMBER b) { return KV_NUMBER(fminf((float)a.value, (float)b.value)); }
inline KV_NUMBER2 __hmax2(KV_NUMBER2 a, KV_NUMBER2 b) { return KV_NUMBER2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
inline KV_NUMBER2 __hmin2(KV_NUMBER2 a, KV_NUMBER2 b) { return KV_NUMBER2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
inline KV_NUMBER2 __habs2(KV_NUMBER2 a) { return KV_NUMBER2(__habs(a.x), __habs(a.y)); }
inline KV_NUMBER __hmax_nan(KV_NUMBER a, KV_NUMBER b) {
    return isnan((float)a.value) ? a : isnan((float)b.value) ? b : __hmax(a, b);
}
inline KV_NUMBER __hmin_nan(KV_NUMBER a, KV_NUMBER b) {
    return isnan((float)a.value) ? a : isnan((float)b.value) ? b : __hmin(a, b);
}
inline KV_NUMBER __hfma_relu(KV_NUMBER a, KV_NUMBER b, KV_NUMBER c) { return __hmax(__hfma(a, b, c), KV_NUMBER(0.0f)); }
inline KV_NUMBER2 __hfma2_relu(KV_NUMBER2 a, KV_NUMBER2 b, KV_NUMBER2 c) {
    return KV_NUMBER2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
inline KV_NUMBER __hfma_sat(KV_NUMBER a, KV_NUMBER b, KV_NUMBER c) { return __hmin(__hfma_relu(a, b, c), KV_NUMBER(1.0f)); }
inline KV_NUMBER2 __hfma2_sat(KV_NUMBER2 a, KV_NUMBER2 b, KV_NUMBER2 c) {
    return KV_NUMBER2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
inline KV_NUMBER2 __h2div(KV_NUMBER2 a, KV_NUMBER2 b) { return a / b; }
/* a * b + c of complex numbers. */
inline KV_NUMBER2 __hcmadd(KV_NUMBER2 a, KV_NUMBER2 b, KV_NUMBER2 c) {
    return KV_NUMBER2(__hfma(a.x, b.x, __hfma(-a.y, b.y, c.x)), __hfma(a.x, b.y, __hfma(a.y, b.x, c.y)));
}
inline int __hisinf(KV_NUMBER a) { return isinf((float)a.value); }
inline bool __hisnan(KV_NUMBER a) { return isnan((float)a.value); }
#define KV_FUNCTION(NAME, FUNCTION)                                                                                   \
    inline KV_NUMBER h##NAME(KV_NUMBER a) { return KV_NUMBER(FUNCTION((float)a.value)); }                                 \
    inline KV_NUMBER2 h2##NAME(KV_NUMBER2 a) { return KV_NUMBER2(h##NAME(a.x), h##NAME(a.y)); }
KV_FUNCTION(sqrt, sqrtf) KV_FUNCTION(rsqrt, rsqrtf) KV_FUNCTION(exp, expf) KV_FUNCTION(exp2, exp2f)
KV_FUNCTION(log, logf) KV_FUNCTION(log2, log2f) KV_FUNCTION(sin, sinf) KV_FUNCTION(cos, cosf)
KV_FUNCTION(ceil, ceilf) KV_FUNCTION(floor, floorf) KV_FUNCTION(rint, rintf) KV_FUNCTION(trunc, truncf)
KV_FUNCTION(tanh, tanhf) KV_FUNCTION(log10, log10f) KV_FUNCTION(exp10, exp10f)
#undef KV_FUNCTION
inline KV_NUMBER2 h2rcp(KV_NUMBER2 a) { return KV_NUMBER2(KV_NUMBER(1.0f / (float)a.x.value), KV_NUMBER(1.0f / (float)a.y.value)); }
inline KV_NUMBER hrcp(KV_NUMBER a) { return KV_NUMBER(1.0f / (float)a.value); }
/* One atomic access of 16 bits each. */
float __kv_atomic_add(KV_STORAGE *p, float value);
inline KV_NUMBER atomicAdd(KV_NUMBER *p, KV_NUMBER v) {
    return KV_NUMBER(__kv_atomic_add(&p->value, (float)v.value));
}
inline KV_NUMBER2 atomicAdd(KV_NUMBER2 *p, KV_NUMBER2 v) {
    return KV_NUMBER2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
#undef KV_NUMBER
#undef KV_NUMBER2
#undef KV_STORAGE

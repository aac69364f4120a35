/* Mathematical functions, in double, in float by suffix, and overloaded as C++ has them. */
#define KV_MATH1(NAME)                                                                                                 \
    extern "C" double NAME(double x);                                                                                  \
    extern "C" float NAME##f(float x);                                                                                 \
    float NAME(float x);
#define KV_MATH2(NAME)                                                                                                 \
    extern "C" double NAME(double x, double y);                                                                        \
    extern "C" float NAME##f(float x, float y);                                                                        \
    float NAME(float x, float y);
KV_MATH1(acos) KV_MATH1(acosh) KV_MATH1(asin) KV_MATH1(asinh) KV_MATH1(atan) KV_MATH1(atanh) KV_MATH1(cbrt)
KV_MATH1(ceil) KV_MATH1(cos) KV_MATH1(cosh) KV_MATH1(cospi) KV_MATH1(erf) KV_MATH1(erfc) KV_MATH1(erfcinv)
KV_MATH1(erfcx) KV_MATH1(erfinv) KV_MATH1(exp) KV_MATH1(exp10) KV_MATH1(exp2) KV_MATH1(expm1) KV_MATH1(fabs)
KV_MATH1(floor) KV_MATH1(j0) KV_MATH1(j1) KV_MATH1(lgamma) KV_MATH1(log) KV_MATH1(log10) KV_MATH1(log1p)
KV_MATH1(log2) KV_MATH1(logb) KV_MATH1(nearbyint) KV_MATH1(normcdf) KV_MATH1(normcdfinv) KV_MATH1(rcbrt)
KV_MATH1(rint) KV_MATH1(round) KV_MATH1(rsqrt) KV_MATH1(sin) KV_MATH1(sinh) KV_MATH1(sinpi) KV_MATH1(sqrt)
KV_MATH1(tan) KV_MATH1(tanh) KV_MATH1(tgamma) KV_MATH1(trunc) KV_MATH1(y0) KV_MATH1(y1)
KV_MATH2(atan2) KV_MATH2(copysign) KV_MATH2(fdim) KV_MATH2(fmax) KV_MATH2(fmin) KV_MATH2(fmod) KV_MATH2(hypot)
KV_MATH2(nextafter) KV_MATH2(pow) KV_MATH2(remainder) KV_MATH2(rhypot) KV_MATH2(fdivide)
extern "C" double fma(double x, double y, double z);
extern "C" float fmaf(float x, float y, float z);
float fma(float x, float y, float z);
extern "C" double ldexp(double x, int n);
extern "C" float ldexpf(float x, int n);
extern "C" double scalbn(double x, int n);
extern "C" float scalbnf(float x, int n);
double norm3d(double x, double y, double z);
float norm3df(float x, float y, float z);
double rnorm3d(double x, double y, double z);
float rnorm3df(float x, float y, float z);
double norm4d(double x, double y, double z, double w);
float norm4df(float x, float y, float z, float w);
double rnorm4d(double x, double y, double z, double w);
float rnorm4df(float x, float y, float z, float w);
double jn(int n, double x);
float jnf(int n, float x);
double yn(int n, double x);
float ynf(int n, float x);
double cyl_bessel_i0(double x);
float cyl_bessel_i0f(float x);
double cyl_bessel_i1(double x);
float cyl_bessel_i1f(float x);
double scalbln(double x, long n);
float scalblnf(float x, long n);
extern "C" int ilogb(double x);
extern "C" int ilogbf(float x);
extern "C" long lrint(double x);
extern "C" long lrintf(float x);
extern "C" long lround(double x);
extern "C" long lroundf(float x);
extern "C" long long llrint(double x);
extern "C" long long llrintf(float x);
extern "C" long long llround(double x);
extern "C" long long llroundf(float x);
extern "C" double nan(const char *tag);
extern "C" float nanf(const char *tag);
float ldexp(float x, int n);
/* Mixed arguments, as C++ promotes them. */
inline double pow(double x, int n) { return pow(x, (double)n); }
inline double pow(int x, int n) { return pow((double)x, (double)n); }
inline double pow(int x, double y) { return pow((double)x, y); }
inline double pow(float x, double y) { return pow((double)x, y); }
inline double pow(double x, float y) { return pow(x, (double)y); }
inline float pow(float x, int n) { return powf(x, (float)n); }
inline double fmax(double x, float y) { return fmax(x, (double)y); }
inline double fmax(float x, double y) { return fmax((double)x, y); }
inline double fmin(double x, float y) { return fmin(x, (double)y); }
inline double fmin(float x, double y) { return fmin((double)x, y); }
/* Integers count as double. */
template <bool> struct KvDoubleIf {};
template <> struct KvDoubleIf<true> { typedef double type; };
#define KV_MATH1_INT(NAME)                                                                                            \
    template <class T> typename KvDoubleIf<__is_integral(T)>::type NAME(T x) { return NAME((double)x); }
KV_MATH1_INT(sqrt) KV_MATH1_INT(log) KV_MATH1_INT(log2) KV_MATH1_INT(log10) KV_MATH1_INT(exp) KV_MATH1_INT(sin)
KV_MATH1_INT(cos) KV_MATH1_INT(ceil) KV_MATH1_INT(floor) KV_MATH1_INT(fabs) KV_MATH1_INT(round) KV_MATH1_INT(exp2)
#define KV_MATH2_MIXED(NAME)                                                                                          \
    template <class A, class B> typename KvDoubleIf<__is_arithmetic(A) && __is_arithmetic(B)>::type NAME(A x, B y) {  \
        return NAME((double)x, (double)y);                                                                            \
    }
KV_MATH2_MIXED(atan2) KV_MATH2_MIXED(copysign) KV_MATH2_MIXED(fdim) KV_MATH2_MIXED(fmax) KV_MATH2_MIXED(fmin)
KV_MATH2_MIXED(fmod) KV_MATH2_MIXED(hypot) KV_MATH2_MIXED(nextafter) KV_MATH2_MIXED(pow) KV_MATH2_MIXED(remainder)
#undef KV_MATH1
#undef KV_MATH2
#undef KV_MATH1_INT

/* A second result through a pointer is a plain store. */
#define KV_TWO_RESULTS(T, SUFFIX)                                                                                      \
    T __kv_frexp_mantissa(T x);                                                                                        \
    int __kv_frexp_exponent(T x);                                                                                      \
    inline void sincos##SUFFIX(T x, T *s, T *c) { *s = sin(x); *c = cos(x); }                                          \
    inline void sincospi##SUFFIX(T x, T *s, T *c) { *s = sinpi(x); *c = cospi(x); }                                    \
    inline T modf##SUFFIX(T x, T *whole) { *whole = trunc(x); return copysign(x - trunc(x), x); }                      \
    inline T frexp##SUFFIX(T x, int *exponent) { *exponent = __kv_frexp_exponent(x); return __kv_frexp_mantissa(x); }   \
    inline T remquo##SUFFIX(T x, T y, int *quotient) { *quotient = (int)rint(x / y); return remainder(x, y); }
KV_TWO_RESULTS(double, )
KV_TWO_RESULTS(float, f)
#undef KV_TWO_RESULTS
/* The length of a vector of any dimension. */
#define KV_NORM(T, SUFFIX)                                                                                             \
    inline T norm##SUFFIX(int n, const T *p) {                                                                         \
        T sum = 0;                                                                                                     \
        for (int i = 0; i < n; ++i) sum += p[i] * p[i];                                                                \
        return sqrt(sum);                                                                                              \
    }                                                                                                                  \
    inline T rnorm##SUFFIX(int n, const T *p) { return 1 / norm##SUFFIX(n, p); }
KV_NORM(double, )
KV_NORM(float, f)
#undef KV_NORM
inline void __sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }

#define KV_CLASSIFY(T)                                                                                                 \
    bool isnan(T x);                                                                                                   \
    bool isinf(T x);                                                                                                   \
    bool isfinite(T x);                                                                                                \
    bool signbit(T x);
KV_CLASSIFY(float)
KV_CLASSIFY(double)
#undef KV_CLASSIFY
int __isnan(double x);
int __isnanf(float x);
int __isnand(double x);
int __isinf(double x);
int __isinff(float x);
int __isinfd(double x);
int __finite(double x);
int __finitef(float x);
int __isfinited(double x);
int __signbit(double x);
int __signbitf(float x);
int __signbitd(double x);

#define KV_FAST1(NAME) float NAME(float x);
KV_FAST1(__sinf) KV_FAST1(__cosf) KV_FAST1(__tanf) KV_FAST1(__tanhf) KV_FAST1(__expf) KV_FAST1(__exp10f) KV_FAST1(__logf)
KV_FAST1(__log2f) KV_FAST1(__log10f) KV_FAST1(__saturatef)
#undef KV_FAST1
float __powf(float x, float y);
float __fdividef(float x, float y);
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL 1e9999
#define HUGE_VALF 1e999f
#define INFINITY 1e999f
#define NAN (0.0f / 0.0f)
#define CUDART_INF_F 1e999f
#define CUDART_INF 1e9999
#define CUDART_NAN_F (0.0f / 0.0f)
#define CUDART_NAN (0.0 / 0.0)
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_MAX_NORMAL_F 3.402823466e38f
#define CUDART_SQRT_TWO_F 1.414213562f

namespace std {
using ::acos; using ::asin; using ::atan; using ::atan2; using ::cbrt; using ::ceil; using ::copysign; using ::cos;
using ::cosh; using ::erf; using ::erfc; using ::exp; using ::exp2; using ::expm1; using ::fabs; using ::fdim;
using ::floor; using ::fma; using ::fmax; using ::fmin; using ::fmod; using ::hypot; using ::isfinite; using ::isinf;
using ::isnan; using ::ldexp; using ::lgamma; using ::log; using ::log10; using ::log1p; using ::log2; using ::lround;
using ::nearbyint; using ::pow; using ::rint; using ::round; using ::signbit; using ::sin; using ::sinh; using ::sqrt;
using ::tan; using ::tanh; using ::tgamma; using ::trunc; using ::sinf; using ::cosf; using ::sqrtf; using ::expf;
using ::logf; using ::fabsf; using ::powf; using ::frexp; using ::modf; using ::abs; using ::remainder;
} // namespace std

/* Complex numbers: cuComplex.h, and the class that std, thrust and cuda::std share. */
#pragma once
#pragma clang system_header
#ifndef __cplusplus
#define complex _Complex
#define I (__extension__ 1.0iF)
#else
#include <kverify/std.h>
#pragma clang force_cuda_host_device begin
typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
#define KV_COMPLEX(C, R, MAKE, S)                                                                                     \
    inline C make_##MAKE(R x, R y) { C z; z.x = x; z.y = y; return z; }                                               \
    inline R cuCreal##S(C z) { return z.x; }                                                                          \
    inline R cuCimag##S(C z) { return z.y; }                                                                          \
    inline C cuConj##S(C z) { return make_##MAKE(z.x, -z.y); }                                                        \
    inline C cuCadd##S(C a, C b) { return make_##MAKE(a.x + b.x, a.y + b.y); }                                        \
    inline C cuCsub##S(C a, C b) { return make_##MAKE(a.x - b.x, a.y - b.y); }                                        \
    inline C cuCmul##S(C a, C b) { return make_##MAKE(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }                \
    inline C cuCdiv##S(C a, C b) {                                                                                    \
        R n = b.x * b.x + b.y * b.y;                                                                                  \
        return make_##MAKE((a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n);                                 \
    }                                                                                                                 \
    inline R cuCabs##S(C z) { return sqrt(z.x * z.x + z.y * z.y); }                                                   \
    inline C cuCfma##S(C a, C b, C c) { return cuCadd##S(cuCmul##S(a, b), c); }
KV_COMPLEX(cuFloatComplex, float, cuFloatComplex, f)
KV_COMPLEX(cuDoubleComplex, double, cuDoubleComplex, )
#undef KV_COMPLEX
inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
namespace std {
template <class T> struct complex {
    typedef T value_type;
    T re, im;
    constexpr complex(T r = T(), T i = T()) : re(r), im(i) {}
    template <class U> complex(const complex<U> &z) : re((T)z.re), im((T)z.im) {}
    constexpr T real() const { return re; }
    constexpr T imag() const { return im; }
    void real(T r) { re = r; }
    void imag(T i) { im = i; }
    complex &operator=(T r) { re = r; im = T(); return *this; }
    complex &operator+=(const complex &z) { re += z.re; im += z.im; return *this; }
    complex &operator-=(const complex &z) { re -= z.re; im -= z.im; return *this; }
    complex &operator*=(const complex &z) {
        T r = re * z.re - im * z.im;
        im = re * z.im + im * z.re;
        re = r;
        return *this;
    }
    complex &operator/=(const complex &z) {
        T n = z.re * z.re + z.im * z.im, r = (re * z.re + im * z.im) / n;
        im = (im * z.re - re * z.im) / n;
        re = r;
        return *this;
    }
    complex &operator*=(T x) { re *= x; im *= x; return *this; }
    complex &operator/=(T x) { re /= x; im /= x; return *this; }
};
#define KV_COMPLEX(SIGN, ASSIGN)                                                                                      \
    template <class T> complex<T> operator SIGN(complex<T> a, const complex<T> &b) { a ASSIGN b; return a; }          \
    template <class T> complex<T> operator SIGN(complex<T> a, const T &b) { a ASSIGN complex<T>(b); return a; }       \
    template <class T> complex<T> operator SIGN(const T &a, const complex<T> &b) { complex<T> z(a); z ASSIGN b; return z; }
KV_COMPLEX(+, +=) KV_COMPLEX(-, -=) KV_COMPLEX(*, *=) KV_COMPLEX(/, /=)
#undef KV_COMPLEX
template <class T> complex<T> operator-(const complex<T> &z) { return complex<T>(-z.re, -z.im); }
template <class T> bool operator==(const complex<T> &a, const complex<T> &b) { return a.re == b.re && a.im == b.im; }
template <class T> bool operator!=(const complex<T> &a, const complex<T> &b) { return !(a == b); }
template <class T> T real(const complex<T> &z) { return z.re; }
template <class T> T imag(const complex<T> &z) { return z.im; }
template <class T> complex<T> conj(const complex<T> &z) { return complex<T>(z.re, -z.im); }
template <class T> T norm(const complex<T> &z) { return z.re * z.re + z.im * z.im; }
template <class T> T abs(const complex<T> &z) { return sqrt(norm(z)); }
template <class T> T arg(const complex<T> &z) { return atan2(z.im, z.re); }
template <class T> complex<T> polar(T r, T angle) { return complex<T>(r * cos(angle), r * sin(angle)); }
template <class T> complex<T> exp(const complex<T> &z) { return polar(exp(z.re), z.im); }
template <class T> complex<T> log(const complex<T> &z) { return complex<T>(log(abs(z)), arg(z)); }
template <class T> complex<T> sqrt(const complex<T> &z) { return polar((T)sqrt(abs(z)), arg(z) / 2); }
template <class T> complex<T> pow(const complex<T> &z, const T &x) { return polar((T)pow(abs(z), x), arg(z) * x); }
} // namespace std
namespace thrust {
template <class T> using complex = std::complex<T>;
using std::abs; using std::arg; using std::conj; using std::exp; using std::log; using std::norm; using std::polar;
using std::pow; using std::sqrt;
} // namespace thrust
#pragma clang force_cuda_host_device end
#endif

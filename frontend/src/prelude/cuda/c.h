/* What C sources find before their first line: clang itself knows the functions of the library by their names. */
#pragma once
#pragma clang system_header
#define KV_TRUTH(e) ((_Bool)((e) != 0))
#define NULL ((void *)0)
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_E 2.71828182845904523536
#define M_SQRT2 1.41421356237309504880
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
void __kv_assert(_Bool);
void __kv_assume(_Bool);
#include <kverify/libc.h>

/* The rest of C's library that the toolkit's C++ library takes names from. */
#pragma once
#pragma clang system_header
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef long int_fast16_t, int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t, uint_fast64_t;
struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
struct lldiv_t { long long quot, rem; };
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
extern "C" {
double difftime(time_t end, time_t start);
time_t mktime(struct tm *t);
char *asctime(const struct tm *t);
char *ctime(const time_t *t);
struct tm *gmtime(const time_t *t);
struct tm *localtime(const time_t *t);
size_t strftime(char *to, size_t size, const char *format, const struct tm *t);
long double strtold(const char *text, char **end);
void _Exit(int status);
void *bsearch(const void *key, const void *from, size_t count, size_t size, int (*compare)(const void *, const void *));
div_t div(int a, int b);
ldiv_t ldiv(long a, long b);
lldiv_t lldiv(long long a, long long b);
int mblen(const char *text, size_t size);
int mbtowc(wchar_t *to, const char *text, size_t size);
int wctomb(char *to, wchar_t c);
size_t mbstowcs(wchar_t *to, const char *text, size_t size);
size_t wcstombs(char *to, const wchar_t *text, size_t size);
}

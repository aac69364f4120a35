/* Integer intrinsics, minimum and maximum, conversions, bit casts. */
#define KV_MINMAX(R, A, B) R min(A a, B b); R max(A a, B b);
KV_MINMAX(int, int, int) KV_MINMAX(unsigned, unsigned, unsigned) KV_MINMAX(unsigned, int, unsigned)
KV_MINMAX(unsigned, unsigned, int) KV_MINMAX(long, long, long) KV_MINMAX(unsigned long, unsigned long, unsigned long)
KV_MINMAX(unsigned long, long, unsigned long) KV_MINMAX(unsigned long, unsigned long, long)
KV_MINMAX(long, int, long) KV_MINMAX(long, long, int) KV_MINMAX(long long, int, long long) KV_MINMAX(long long, long long, int)
KV_MINMAX(long long, long long, long long) KV_MINMAX(unsigned long long, unsigned long long, unsigned long long)
KV_MINMAX(unsigned long long, long long, unsigned long long)
KV_MINMAX(unsigned long long, unsigned long long, long long)
KV_MINMAX(float, float, float) KV_MINMAX(double, double, double) KV_MINMAX(double, float, double)
KV_MINMAX(double, double, float)
#undef KV_MINMAX
unsigned umin(unsigned a, unsigned b);
unsigned umax(unsigned a, unsigned b);
long long llmin(long long a, long long b);
long long llmax(long long a, long long b);
unsigned long long ullmin(unsigned long long a, unsigned long long b);
unsigned long long ullmax(unsigned long long a, unsigned long long b);

int __mul24(int a, int b);
unsigned __umul24(unsigned a, unsigned b);
int mul24(int a, int b);
unsigned umul24(unsigned a, unsigned b);
int __mulhi(int a, int b);
unsigned __umulhi(unsigned a, unsigned b);
long long __mul64hi(long long a, long long b);
unsigned long long __umul64hi(unsigned long long a, unsigned long long b);
inline unsigned __sad(int a, int b, unsigned c) { return (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b) + c; }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
int __clz(int x);
int __clzll(long long x);
int __ffs(int x);
int __ffsll(long long x);
int __popc(unsigned x);
int __popcll(unsigned long long x);
unsigned __brev(unsigned x);
unsigned long long __brevll(unsigned long long x);
unsigned __fns(unsigned mask, unsigned base, int offset);
unsigned __byte_perm(unsigned a, unsigned b, unsigned selector);
unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);
unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);
unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift);
unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift);
int __dp4a(int a, int b, int c);
unsigned __dp4a(unsigned a, unsigned b, unsigned c);
int __dp2a_lo(int a, int b, int c);
int __dp2a_hi(int a, int b, int c);
int __dp4a(char4 a, char4 b, int c);

int __float_as_int(float x);
unsigned __float_as_uint(float x);
float __int_as_float(int x);
float __uint_as_float(unsigned x);
long long __double_as_longlong(double x);
double __longlong_as_double(long long x);
int __double2hiint(double x);
int __double2loint(double x);
double __hiloint2double(int high, int low);

namespace std {
template <class T> constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
} // namespace std

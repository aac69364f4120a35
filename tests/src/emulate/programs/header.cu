struct Inner { unsigned short u; unsigned long long x; };
struct Mixed {
    signed char c;
    int i;
    short h[3];
    long long l;
    bool b;
    Inner in;
    double d;
    __device__ long long total(int n) const { return c + i * n + l; }
    __device__ Mixed &add(short by) { i += by; h[1] -= by; return *this; }
    __device__ Mixed operator+(const Mixed &o) const { Mixed m = *this; m.c += o.c; m.i ^= o.i; m.in.u += o.in.u; return m; }
};
union Bits { long long l; int i[2]; unsigned short h[4]; signed char b[8]; };
enum Plain { ONE = 1, MINUS = -3, BIG = 70000 };
enum class Scoped : unsigned char { LOW = 3, HIGH = 250 };
__device__ const int TABLE[8] = {3, -1, 4, -1, 5, -9, 2, 6};
__device__ const unsigned char OCTETS[4] = {255, 128, 7, 0};
__device__ long long cut(double x) { return x > 1e9 ? 1000000000 : x < -1e9 ? -1000000000 : x == x ? (long long)x : 0; }
__device__ float near(double x) { return x > 100 ? 100.f : x > 0 ? (float)x : 0.f; }
__device__ int widen(signed char c) { return c; }
__device__ unsigned char narrow(int n) { return n; }
__device__ unsigned flip(unsigned short u) { if (u & 1) return ~u; return -u; }
__device__ bool odd(long long n) { return n & 1; }
__device__ long long step(int &n, short by) { n += by; return n * 2ll; }
__device__ short poke(unsigned char *at, int n) { for (int i = 0; i < (n & 3); i++) *at += i; return -*at; }
__device__ Mixed make(int n, short h) { Mixed m = {}; m.i = n; m.c = n; m.h[2] = h; m.in.x = n; return m; }
__device__ int count(unsigned n) { int c = 0; while (n) { if (n == 77) return -1; c += n & 1; n >>= 1; } return c; }
template <typename T> __device__ T halve(T x) { return x / 2; }
template <int N, typename T> __device__ T rotate(T x) { return (x << N) ^ (x >> N); }
struct Scale { int by; __device__ int operator()(int x) const { return x * by; } };
template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }
template <typename T> __device__ T &either(bool first, T &a, T &b) { return first ? a : b; }
__device__ bool not_itself(float x) { return x != x; }
__device__ bool ordered(float x, double y) { return x < y || x >= y; }
__device__ long long seen(float x) { return x != x ? 77 : __float_as_int(x); }
__device__ long long seen(double x) { return x != x ? 78 : __double_as_longlong(x); }
typedef int (*Unary)(int);
__device__ int doubled(int n) { return n * 2; }
__device__ int negated(int n) { if (n > 5) return 7; return -n; }
__device__ int through(Unary f, int n) { return f(n) + f(n + 1); }

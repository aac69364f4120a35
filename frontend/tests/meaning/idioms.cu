// What real kernels do: functors, macros, nested aggregates, pointers to pointers, user-written copies, recursion of
// templates, references to parts.
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define SWAP(T, a, b) do { T t_ = a; a = b; b = t_; } while (0)
#define IDX(r, c) ((r) * 4 + (c))
enum { ROWS = 3, COLS = 4, AREA = ROWS * COLS };
typedef struct { float re, im; } cfloat;
struct Matrix { int cells[ROWS][COLS]; struct { short lo, hi; } range; };
struct Mode { static constexpr int BITS = 4; enum Kind { A = 1 << BITS, B }; };
template <typename T> struct Sum { T total = 0; __device__ void operator()(T x) { total += x; } };
struct Copied { int v; __device__ Copied(int x) : v(x) {} __device__ Copied(const Copied &o) : v(o.v + 1) {} __device__ Copied &operator=(const Copied &o) { v = o.v * 2; return *this; } };
template <int N> struct Fib { static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value; };
template <> struct Fib<0> { static constexpr int value = 0; };
template <> struct Fib<1> { static constexpr int value = 1; };
template <typename... Ts> __device__ int count(Ts... ts) { return sizeof...(ts); }
__device__ inline int add(int x) { return x; }
template <typename T, typename... Ts> __device__ int add(T x, Ts... rest) { return x + add(rest...); }
__device__ const int TABLE[2][3] = {{1, 2, 3}, {4, 5}};
static const unsigned char REVERSED[4] = {3, 2, 1, 0};
__device__ cfloat mul(cfloat a, cfloat b) { cfloat r; r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re; return r; }
__device__ void split(int x, int *lo, int &hi) { *lo = x & 15, hi = x >> 4; }
__device__ Matrix filled(int v) { Matrix m = {}; FOR(r, ROWS) FOR(c, COLS) m.cells[r][c] = v + IDX(r, c); m.range = {1, 2}; return m; }
__device__ int trace(const Matrix &m) { int s = 0; FOR(i, 3) s += m.cells[i][i]; return s; }
__device__ int by_value(Matrix m) { m.cells[0][0] = 100; return m.cells[0][0] + m.cells[2][3]; }
__device__ int copied(Copied c) { return c.v; }
__device__ unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
__device__ int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
__device__ bool search(const int *a, int n, int key, int *at) { int lo = 0, hi = n - 1; while (lo <= hi) { int mid = lo + (hi - lo) / 2; if (a[mid] == key) { *at = mid; return true; } if (a[mid] < key) lo = mid + 1; else hi = mid - 1; } return false; }

__global__ void idioms(long long *out, int p3, unsigned p9, long p17)
{
    int n = 0;
    Matrix m = filled(10), *pm = &m;
    out[n++] = trace(m) + by_value(m) + m.cells[0][0];  // = 176
    out[n++] = pm->range.hi * 10 + (*pm).range.lo;  // = 21
    int (&row)[COLS] = m.cells[1];
    row[2] = 77;
    out[n++] = pm->cells[1][2];  // = 77
    int a = 1, b = 2;
    SWAP(int, a, b);
    out[n++] = a * 10 + b;  // = 21
    out[n++] = AREA + Mode::B + Mode::BITS;  // = 33
    Sum<int> sum;
    FOR(i, p3) sum(i * i);
    out[n++] = sum.total;  // = 5
    Copied c1(5), c2 = c1, c3(0);
    c3 = c2;
    out[n++] = c2.v * 100 + c3.v;  // = 612
    out[n++] = copied(c3) + copied(Copied(7));  // = 20
    out[n++] = Fib<10>::value + count(1, 2.0, 'c') + add(1, 2, 3, p3);  // = 67
    out[n++] = TABLE[1][1] * 10 + TABLE[p3 - 2][p3 - 3] + REVERSED[p3];  // = 54
    cfloat x = {1, 2}, y = {3, -1}, z = mul(mul(x, y), x);
    out[n++] = z.re * 10 + z.im;  // = -35
    int lo, hi;
    split(p9 * 20, &lo, hi);
    out[n++] = lo * 100 + hi;  // = 411
    out[n++] = hash(p9);  // = 1117771179
    out[n++] = gcd(84, p9 + p9);  // = 6
    int sorted[6] = {2, 3, 5, 7, 11, 13}, at = -1;
    bool found = search(sorted, 6, 11, &at), missing = search(sorted, 6, 4, &at);
    out[n++] = found * 100 + missing * 10 + at;  // = 104
    int *ptrs[3] = {&a, &b, sorted + 4}, **pp = ptrs;
    **pp = 50;
    *pp[2] += 1;
    ++pp;
    **pp = 60;
    out[n++] = a + b + sorted[4];  // = 122
    int bits = 0;
    for (unsigned v = p9; v; v &= v - 1) bits++;
    out[n++] = bits;  // = 2
    unsigned stride = 64;
    int steps = 0;
    while (stride >>= 1) ++steps;
    out[n++] = steps;  // = 6
    long acc = p17;
    acc = acc << 33 | p9;
    out[n++] = acc;  // = 146028888073
    out[n++] = (int)acc + (short)(acc >> 30);  // = 145
    auto outer = [&](int k) { auto inner = [k, &acc](int q) { acc += q; return k * q; }; return inner(k + 1) + inner(2); };
    out[n++] = outer(p3);  // = 18
    out[n++] = acc & 1023;  // = 15
    float f = 0.1f;
    double d = 0.1;
    out[n++] = (f == d) * 10 + (f == 0.1f) + (f < d) * 100;  // = 1
    out[n++] = (long long)(f * 1e9) + (long long)(d * 1e6f);  // = 100100001
    unsigned char u8 = 200;
    signed char s8 = u8;
    out[n++] = u8 + s8 + (u8 >> 1) + (s8 >> 1) + (unsigned char)(u8 << 1);  // = 360
    int k = 5, arr[4] = {0};
    arr[k % 4] = k--, arr[k % 4] = k;
    out[n++] = arr[1] * 10 + arr[0];  // = 4
    out[n++] = (p3 > 2 ? arr : sorted)[1] + (p3 < 2 ? arr : sorted)[2];  // = 5
    struct Pair { int first, second; } pairs[3] = {{1, 2}, {3}, {}};
    for (auto &p : pairs) { p.second += p.first; }
    out[n++] = pairs[0].second * 100 + pairs[1].second * 10 + pairs[2].second;  // = 330
    Pair *q = pairs + 1, *end = pairs + 3;
    int walked = 0;
    while (q < end) walked += (q++)->first + 1;
    out[n++] = walked * 10 + (end - pairs);  // = 53
    int state = 0, ticks = 0;
    while (true) {
        if (++ticks > 20) break;
        switch (state) {
        case 0: state = 2; continue;
        case 1: state = 5; break;
        case 2: { if (ticks < 5) { state = 1; break; } state = 3; }
        case 3: state++; continue;
        case 5: state = 2; break;
        default: goto finished;
        }
        ticks += 1;
    }
finished:
    out[n++] = ticks * 10 + state;  // = 94
    volatile int vol = p3;
    vol += 2;
    out[n++] = vol;  // = 5
    const char *names[] = {"one", "two"};
    out[n++] = names[p3 - 2][1] - 'a';  // = 22
    int vla_like[AREA + 1];
    for (int i = AREA; i >= 0; i--) vla_like[i] = i ? vla_like[i] = i * 2 : -1;
    out[n++] = vla_like[0] + vla_like[AREA];  // = 23
    out[n++] = !!(p9 & 1) << 3 | (p9 >> 3 & 1) << 1 | ~0u >> 31;  // = 11
}

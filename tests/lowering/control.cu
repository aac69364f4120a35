// Control flow, calls, templates, classes.
#define PLACE (4 * ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x))

__device__ int find(const int *in, int n)
{
    for (int i = 0; i < 16; i++) {
        if (in[i] == n) return i;
        for (int j = i; j < 20; j += 3)
            if (in[j] * 2 == n) return 100 + j;
    }
    return -1;
}

__global__ void loops(long long *out, const int *in, int n, unsigned char m)
{
    int at = PLACE;
    long long sum = find(in, n);
    int i = 0, x;
    while (x = in[i++], i < 10 && (x & 12) != 4) sum = sum * 3 + x;
    do {
        if (--i == 3) continue;
        if (sum & 0x400) break;
        sum += i;
    } while (i > 0);
    out[at] = sum;
    for (unsigned char c = m; c; c <<= 1) sum += c;
    for (int a = 0, b = 10; a < b; a++, --b) sum = sum * 5 + a * b;
    for (;;) {
        if (sum % 3 == 0 || i++ > 5) break;
        sum++;
    }
    out[at + 1] = sum;
    int rounds = 0;
again:
    rounds++;
    if (rounds < (n & 7)) goto again;
    if (rounds == 5) goto done;
    rounds *= 10;
done:
    out[at + 2] = rounds;
    unsigned k = 3;
    while (k-- > 0) sum ^= k;
    out[at + 3] = sum + k;
}

__global__ void choices(long long *out, int n, signed char c, unsigned long long u)
{
    int at = PLACE, r = 0;
    switch (n & 7) {
    case 5: r += 5;
    case 1: r += 1; break;
    default: r = 100;
    case 2: {
        r++;
        switch (c) {
        case -1: r += 50; break;
        case 'a': r += 60;
        }
        break;
    }
    case 3:
        for (int i = 0; i < 3; i++) {
            if (i == 1) continue;
            r += i;
        }
    case 0 ... -1: break;
    }
    out[at] = r;
    switch (u) {
    case 0: r = 1; break;
    case 0xffffffffffffffff: r = 2; break;
    case 3:
    case 4: r += 4;
    }
    out[at + 1] = r;
    bool odd = n & 1, touched = false;
    if (odd && (touched = true, c > 0) || u > 5) r++;
    out[at + 2] = r * 2 + touched;
    out[at + 3] = odd ? c > 3 ? touched ? 1 : 2 : 3 : (r++, r);
    if (int q = n / 3; q > 2) out[at + 3] += q;
    else if (n > 0) out[at + 3] -= q;
}

template <typename T, int N> struct Stack {
    T items[N];
    int size = 0;
    __device__ void push(T x) { if (size < N) items[size++] = x; }
    __device__ T pop() { return size ? items[--size] : T(-1); }
    __device__ T &operator[](int i) { return items[i % N]; }
};
template <typename T> __device__ T widest(T a, T b) { return a < b ? b : a; }
template <> __device__ float widest(float a, float b) { return a + b; }
template <int N> __device__ int power(int x) { if constexpr (N == 0) return 1; else return x * power<N - 1>(x); }
template <typename... T> __device__ int total(T... x) { return (0 + ... + (int)x); }
template <typename F> __device__ int apply(F f, int x) { return f(x) + f(x + 1); }
struct Complex {
    int re, im;
    __device__ Complex(int r, int i = 2) : re(r), im(i) {}
    __device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __device__ Complex &operator+=(int n) { re += n; return *this; }
    __device__ Complex operator++(int) { Complex old = *this; re++; return old; }
    __device__ Complex &operator++() { ++im; return *this; }
    __device__ explicit operator bool() const { return re > im; }
    __device__ operator int() const { return re * 100 + im; }
    __device__ bool operator==(const Complex &o) const { return re == o.re && im == o.im; }
    static __device__ Complex unit(int by = 1) { return Complex(by, 0); }
};

__global__ void classes(long long *out, int n, short m)
{
    int at = PLACE;
    Stack<short, 4> stack;
    for (int i = 0; i < 6; i++) stack.push(n * i);
    stack[5] = m;
    stack[m & 3] += 2;
    out[at] = stack.pop() + stack.pop() * 3 + stack.size;
    Complex z(n), w = z * Complex(m, n);
    w += 3;
    out[at + 1] = (z++ == Complex(n)) + (int)(++z)*2 + w.re + w.im * 3ll + (z ? 1 : 2) + Complex::unit().re;
    out[at + 2] = widest<int>(n, m) + widest<unsigned>(n, m) + (int)widest(2.0f, 3.5f) + power<3>(m) + total(n, m, 'c', 2.5) + sizeof(Stack<double, 3>);
    int base = n;
    auto adds = [base, &n](int x) { return x + base + n; };
    n += 1;
    out[at + 3] = apply(adds, m) + apply([](int x) { return x * x; }, 3) + [&] { base += 5; return base; }();
}

__device__ int doubled(int x) { return x * 2; }
__device__ int squared(int x) { return x * x; }
typedef int (*Function)(int);
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ int nothing(int x, int y = 4, bool z = true) { if (z) return x * y; return -1; }
__device__ void many(int n, int *a, long long &b, const short (&c)[3])
{
    if (n < 0) return;
    *a = n;
    if (n & 1) { b = c[n % 3]; return; }
    b = n * 2;
}

__global__ void calls(long long *out, int n)
{
    int at = PLACE, a = -3;
    long long b = -9;
    short c[3] = {10, -20, 30};
    Function f = n & 1 ? doubled : squared;
    Function table[2] = {squared, &doubled};
    many(n, &a, b, c);
    out[at] = f(n) + table[n & 1](3) + (*f)(4);
    out[at + 1] = nothing(n) + nothing(n, 2) + nothing(n, 3, false) + factorial(5);
    out[at + 2] = a;
    out[at + 3] = b;
}

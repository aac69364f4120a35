// Structs, unions, arrays, initialisers, methods, operators, inheritance, lambdas, templates, pointers, references.
struct Point { int x, y; __device__ int dot(const Point &o) const { return x * o.x + y * o.y; } };
__device__ Point operator+(Point a, const Point &b) { a.x += b.x; a.y += b.y; return a; }
__device__ Point &operator<<(Point &p, int by) { p.x <<= by; return p; }
struct Box { Point corner; int size[3]; char tag = 'q'; };
struct Counter {
    int value, step;
    __device__ Counter(int start, int s = 3) : value(start), step(s) { value += 1; }
    __device__ Counter &operator++() { value += step; return *this; }
    __device__ int operator++(int) { int old = value; ++*this; return old; }
    __device__ operator int() const { return value; }
    __device__ int &ref() { return value; }
    static __device__ int twice(int x) { return 2 * x; }
};
struct Base { int b; __device__ int get() { return b; } };
struct Other { int o; };
struct Derived : Base, Other { int d; __device__ int all() { return get() * 100 + o * 10 + d; } };
union Bits { int i; unsigned char c[4]; short s[2]; float f; };
template <typename T, int N> struct Vec {
    T v[N];
    __device__ T sum() const { T s = 0; for (int i = 0; i < N; ++i) s += v[i]; return s; }
    __device__ T &operator[](int i) { return v[i]; }
};
template <typename T> __device__ T largest(T a, T b) { return a > b ? a : b; }
template <typename F> __device__ int apply(F f, int x) { return f(f(x)); }
template <int N> __device__ int power(int x) { if constexpr (N == 0) return 1; else return x * power<N - 1>(x); }
__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
__device__ void fill(int *p, int count, int v) { for (int *e = p + count; p != e;) *p++ = v; }
__device__ int decayed(int a[], const int b[2][3], int i) { a[i] = b[1][i]; a = a + 1; return a[0]; }
__device__ int *middle(int *p) { return p + 2; }
__device__ Point make(int x) { Point p = {x, x + 1}; if (x > 5) return p; return Point{1, 2}; }

__global__ void aggregates(long long *out, int p3, int p6)
{
    int n = 0;
    Point a = {1, 2}, b{3, 4}, c = a + b, zero = {};
    out[n++] = c.x * 100 + c.y * 10 + zero.x + zero.y;  // = 460
    out[n++] = a.dot(b) + (a + b).dot({1, 1});  // = 21
    c << 1 << 1;
    out[n++] = c.x;  // = 16
    Box box = {{7, 8}, {1, 2}}, copy = box;
    copy.size[p3 - 1] = 5;
    box.corner.y = 9;
    out[n++] = copy.corner.y * 1000 + copy.size[2] * 100 + box.size[2] * 10 + box.size[1];  // = 8502
    out[n++] = copy.tag;  // = 113
    Box boxes[2] = {};
    boxes[1] = box;
    Box *pb = &boxes[p3 - 2];
    pb->size[0] += 40;
    (*pb).corner.x++;
    out[n++] = boxes[1].size[0] + boxes[1].corner.x + boxes[0].size[0];  // = 49
    Counter k(10), k2 = Counter(1, 1), k3{5};
    ++k; k++; k2.ref() = 30;
    out[n++] = k + k2.value;  // = 47
    out[n++] = k3++ * 100 + k3;  // = 609
    out[n++] = Counter::twice(k3);  // = 18
    Derived d; d.b = 1; d.o = 2; d.d = 3;
    Base &base = d; base.b = 7;
    Other *other = &d; other->o = 8;
    out[n++] = d.all();  // = 783
    Bits u; u.i = 0x01020304;
    out[n++] = u.c[0] * 1000 + u.c[3];  // = 4001
    u.s[1] = -1;
    out[n++] = u.i;  // = -64764
    u.f = 1.0f;
    out[n++] = u.i;  // = 1065353216
    Vec<short, 4> v = {{1, 2, 3}};
    v[3] = p6; v[0]--;
    out[n++] = v.sum();  // = 11
    out[n++] = largest(p3, p6) + largest(1.5, 0.5) * 2 + power<3>(p3);  // = 36
    int captured = 5;
    auto add = [captured, &a](int x) { a.x++; return x + captured; };
    captured = 1000;
    out[n++] = apply(add, 1) * 10 + a.x;  // = 113
    auto all = [=](auto x) { return x + captured; };
    out[n++] = all(p3);  // = 1003
    int grid[3][4] = {{1, 2}, {3, 4, 5}}, *row = grid[1], (*rows)[4] = grid;
    out[n++] = row[2] * 100 + rows[0][1] * 10 + grid[2][3];  // = 520
    grid[p3 - 1][p3] = 8;
    out[n++] = *(*(grid + 2) + 3) + *(&grid[0][0] + 5);  // = 12
    int x = 1, y = 2;
    swap(x, y);
    int &alias = x; alias += 5;
    out[n++] = x * 10 + y;  // = 71
    int line[6] = {};
    fill(line + 1, 3, 9);
    *middle(line) = 4;
    out[n++] = line[0] + line[1] * 10 + line[2] * 100 + line[3] * 1000 + line[4];  // = 9490
    int *p = line + 3, *q = &line[1];
    out[n++] = (p - q) * 10 + (p > q) + (p == q + 2) + p[-1];  // = 26
    int *r = p6 > 5 ? p : q;
    r += p3 - 2; *r-- = 66;
    out[n++] = line[4] + *r;  // = 75
    out[n++] = make(9).y * 10 + make(1).y;  // = 102
    char text[8] = "abc";
    out[n++] = text[1] + text[5];  // = 98
    const char *literal = "hello" + 1;
    out[n++] = literal[0] == 'e' ? literal[3] : 0;  // = 111
    unsigned words[2] = {0x11223344, 0x55667788};
    unsigned char *bytes = (unsigned char *)words;
    out[n++] = bytes[5] + *(unsigned short *)(bytes + 2);  // = 4505
    *(long long *)words = -1;
    out[n++] = words[1];  // = 4294967295
    struct { int one, two; } local = {1, 2}, second = local;
    second.two = 5;
    out[n++] = local.two * 10 + second.two;  // = 25
    int *null = nullptr, *set = &x;
    out[n++] = !null + (set ? 10 : 0) + (null == 0 && set != nullptr);  // = 12
    Point *pp[2] = {&a, &b};
    pp[p3 - 2]->x = 90;
    out[n++] = b.x;  // = 90
    Point moved = static_cast<Point &&>(b);
    out[n++] = moved.x + (Point{5, 6}).y;  // = 96
    const int &temp = p3 * 4;
    out[n++] = temp;  // = 12
    static const int lookup[] = {2, 3, 5, 7, 11};
    out[n++] = lookup[p3] + sizeof(lookup) / sizeof(lookup[0]);  // = 12
    int first[3] = {1, 2, 3}, second_rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    out[n++] = decayed(first, second_rows, 2) * 100 + first[2];  // = 206
}

// Layout, pointers, references, copies.
#define PLACE (4 * ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x))

struct Padded { char c; double d; short s; long long l; unsigned char b[3]; };
struct Outer { char first; Padded inner[2]; struct { int x; char y; } anonymous; union { float f; unsigned u; unsigned char b[4]; }; };
struct Base { int a; short b; __device__ int sum() const { return a + b; } };
struct Middle { char m; long long wide; __device__ int own() { return m * 2; } };
struct Derived : Base, Middle { char tail; __device__ int all() { return sum() + own() + tail + a; } };
struct alignas(32) Aligned { int x; };
struct Argument { short s; int n; const int *data; long long pair[2]; };
#ifdef EMULATION
void emulated_argument(emulation::Reader &reader, Argument &a) { reader(a.s)(a.n)(a.data)(a.pair[0])(a.pair[1]); }
#endif

__global__ void layout(long long *out, int n)
{
    int at = PLACE, t = threadIdx.x;
    Outer o = {};
    o.inner[1].s = n;
    o.inner[t & 1].b[2] = 77;
    o.anonymous.y = t;
    o.f = 1.5f;
    o.b[1] ^= 3;
    unsigned char *raw = (unsigned char *)&o;
    long long sum = 0;
    for (unsigned i = 0; i < 3; i++) sum = sum * 257 + raw[offsetof(Outer, inner) + sizeof(Padded) * (t & 1) + offsetof(Padded, b) + i];
    out[at] = sum + *(short *)(raw + offsetof(Outer, inner) + sizeof(Padded) + offsetof(Padded, s));
    out[at + 1] = o.u + raw[offsetof(Outer, anonymous) + 4];
    out[at + 2] = sizeof(Outer) * 1000 + sizeof(Padded) * 100 + alignof(Padded) + sizeof(Derived) + sizeof(Aligned) + alignof(Aligned) + sizeof(float3) + sizeof(char4) + alignof(double2);
    Derived d;
    d.a = n;
    d.b = n >> 1;
    d.m = n;
    d.wide = n;
    d.tail = 3;
    Middle *middle = &d;
    middle->wide += 4;
    Base &base = d;
    base.b++;
    out[at + 3] = d.all() + d.wide + ((char *)middle - (char *)&d) + middle->own();
}

__global__ void arrays_of_structures(long long *out, Padded *cells, int n)
{
    int at = PLACE, t = at / 4;
    Padded *mine = cells + (t % 100);
    if (t < 100) {
        mine->c = n + t;
        mine->l = n * (t - 3ll);
        mine->s = mine->c * 2;
        mine->d = t * 0.5;
        mine->b[t % 3] = t;
        Padded copy = *mine;
        copy.l -= copy.s;
        Padded *last = &cells[t];
        *last = copy;
        out[at] = last->l + last->b[t % 3] + (long long)last->d;
        out[at + 1] = last - cells + (&cells[t].s - &cells[0].s) + ((char *)(last + 1) - (char *)last);
        out[at + 2] = (last > cells) + (last >= mine) + (mine == last) + !last;
        out[at + 3] = ((short *)&last->c)[0] & 0xff;
    }
}

__global__ void pointers(long long *out, int *data, int n, Argument arg)
{
    int at = PLACE;
    int local[8] = {5, n, n * 2};
    int *p = local + 3, **pp = &p;
    *p-- = 9;
    *--p += 4;
    **pp = **pp * 3;
    (*pp)[-1]--;
    int *end = local + 8, count = 0;
    for (int *q = local; q != end; q += 2) count += *q * (q - local + 1);
    out[at] = count + p[1] + *(p + 2) + 3 [local];
    const int *from = arg.data + (arg.n & 63);
    out[at + 1] = from[5] + *from++ + *++from - from[-1] + arg.pair[arg.s & 1];
    int (*rows)[4] = (int (*)[4])data;
    const int *table[3] = {local, from, &local[4]};
    out[at + 2] = rows[at / 4 & 63][n & 3] + table[n & 1][1] + *table[2];
    short halves[4];
    *(long long *)halves = arg.pair[0];
    halves[1] = n;
    int number;
    memcpy(&number, halves + 1, 4);
    memset(local, 0x81, 6);
    out[at + 3] = *(long long *)halves + number + local[1] + (unsigned long long)(p - local);
}

__device__ int &larger(int &a, int &b) { return a > b ? a : b; }
__device__ void exchange(int &a, int &b) { int c = a; a = b; b = c; }
__device__ int by_value(Padded p) { p.l = 0; return p.s; }
__device__ int constant(const short &s) { return s * 2; }

__global__ void references(long long *out, int n, int m)
{
    int at = PLACE;
    int a = n, b = m, array[3] = {1, 2, 3};
    larger(a, b) = 100;
    exchange(a, array[n & 1]);
    (n & 2 ? a : b) += 7;
    (a += 2) *= 3;
    ++(++b);
    (n, array[2]) = 55;
    int &third = array[2];
    third++;
    Padded p = {1, 2.5, 3, 4, {5, 6}};
    int kept = by_value(p) + constant(n) + constant(a + b);
    auto &bytes = p.b;
    bytes[2] = n;
    for (auto &byte : p.b) byte += 2;
    long long &wide = p.l;
    wide <<= 33;
    out[at] = a + b * 3ll + third * 5 + array[0] * 7 + array[1] * 11;
    out[at + 1] = kept + p.b[0] + p.b[1] + p.b[2];
    out[at + 2] = p.l;
    auto [c, d, s, l, x] = p;
    out[at + 3] = p.c + (int)p.d + p.s;
}

__global__ void vectors(float *out, const float4 *in, int n)
{
    int at = PLACE;
    float4 v = in[at & 255];
    float3 three[3] = {};
    three[n & 1].y = v.x;
    three[2] = make_float3(v.y, v.z, 3);
    float *flat = &three[0].x;
    uchar4 bytes = make_uchar4(n, n >> 1, 255, 1);
    bytes.z += 3;
    short2 pair = {(short)n, -1};
    double2 d = make_double2(v.w, pair.y);
    int2 both[2];
    *(int4 *)both = make_int4(n, 1, 2, 3);
    out[at] = flat[4] + flat[1] + flat[8] + v.x * v.y;
    out[at + 1] = bytes.x + bytes.y * 2 + bytes.z * 4 + *(unsigned short *)&bytes.z;
    out[at + 2] = d.x + d.y + pair.x;
    out[at + 3] = both[1].x + both[0].y + reinterpret_cast<int2 *>(both)[n & 1].y + ((float *)&v)[n & 3];
}

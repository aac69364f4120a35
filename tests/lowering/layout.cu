// Anonymous members, fields of bits in arrays and bases, copies that overlap, constants of half precision.
#include <cuda_fp16.h>
#define PLACE (4 * ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x))

struct Cell {
    short2 head;
    int key;
    union { unsigned all; unsigned char byte[4]; short half[2]; };
    struct { signed char low; union { long long wide; struct { int first, second; }; }; };
    bool last;
    __device__ Cell() : head{1, 2}, key(3), all(0x01020304), low(5), wide(6), last(true) {}
    __device__ explicit Cell(int n) : key(n), byte{1, 2}, wide(n) { wide += low = n; head.x = head.y = 0; last = false; }
    __device__ void step(int n) { byte[1]--; half[1] += n; this->second ^= n; low++; }
    __device__ long long sum() const { return head.x + key * 3ll + all * 5ll + low * 7 + wide * 11 + last; }
};

__global__ void anonymous_members(long long *out, int n)
{
    int at = PLACE;
    Cell cell, *to = &cell, row[2];
    cell.step(n);
    to->byte[3] ^= 9;
    (*to).first -= n;
    row[n & 1].half[0] = n;
    row[1].wide = 1ll << 40;
    Cell copy = row[1];
    copy.last = false;
    out[at] = cell.sum();
    out[at + 1] = row[0].sum() + copy.sum();
    union { unsigned whole; unsigned char part[4]; };
    whole = n;
    part[2] = 7;
    out[at + 2] = whole;
    Cell given(n);
    out[at + 3] = given.key + given.byte[1] * 3 + given.second * 5ll;
}

struct Packed { unsigned short m; unsigned a : 1; int b : 12; int : 0; };
struct Wide { short a : 14; int b : 13; int : 3; unsigned long c : 50; int : 0; signed char d : 3; };
struct Derived : Packed { Wide w[2]; int tail; };

__global__ void fields_in_arrays(long long *out, int n)
{
    int at = PLACE;
    Derived d = {}, row[2] = {};
    Wide w[2] = {}, listed = {1, 2, 3, -1};
    w[n & 1].b = n;
    w[1].c = n * 1000003ull;
    row[1].w[0].a = n;
    row[1].tail = 5;
    d.m = n;
    d.b = n;
    d = row[n & 1];
    out[at] = d.m + d.b * 3 + d.w[0].a * 5 + d.tail + sizeof(Derived);
    out[at + 1] = w[0].b + w[1].b * 3 + w[1].c + listed.a + listed.b * 2 + listed.c * 4 + listed.d * 8;
    int kept = (listed.d += n), again = ++listed.d;
    out[at + 2] = kept * 10 + again + (listed.a = n) + (listed.d--);
}

__global__ void overlapping_copies(long long *out, int n)
{
    int at = PLACE, forth[8] = {1, 2, 3, 4, 5, 6, 7, n}, back[8] = {n, 2, 3, 4, 5, 6, 7, 8};
    memmove(forth + 1, forth, 16);
    memmove(back, (char *)back + 4, 4 * (n & 7));
    for (int i = 0; i < 8; i++) out[at] = (i ? out[at] * 31 : 0) + forth[i] + 100 * back[i];
    signed char c = Cell((short)n).sum();
    out[at + 1] = c + sizeof(+c);
    out[at + 2] = __double2hiint(n * 0.3) + 3ll * __double2loint(n * 0.3) + __double_as_longlong(__hiloint2double(n, 5));
}

__global__ void rounded_constants(float *out, float x)
{
    int at = PLACE;
    out[at] = __half2float(__half(0.1)) + __half2float(__half(1e-7f));
    out[at + 1] = (float)(__half(2049.0f) * __half(x)) + (float)__half(70000.0f);
    out[at + 2] = (float)__half(1.00048828125001);
    out[at + 3] = fmaf(x, 1.0000001f, 1e-9f) + fmaf(0x1.000002p0f, 0x1.000002p0f, 0x1p-60f);
}

struct Begun { int a = 1; short b{2}; int c[4] = {3, 4}; int d; };
struct Further : Begun { int e = 5; Begun in; Begun both[2] = {{6}, {}}; };

__global__ void first_values(long long *out, int n)
{
    int at = PLACE;
    Begun one = {}, row[2] = {}, given[3] = {{n}, {7, 8}};
    Further all = {}, some = {{9}};
    out[at] = one.a + one.b * 3 + one.c[1] * 5 + one.d + row[n & 1].a * 7 + row[1].c[0] * 11;
    out[at + 1] = given[0].a + given[0].b * 3 + given[1].b * 5 + given[2].a * 7 + given[2].c[1] * 11;
    out[at + 2] = all.a + all.e * 3 + all.in.c[1] * 5 + all.both[0].a * 7 + all.both[1].a * 11;
    out[at + 3] = some.a + some.b * 3 + some.in.b * 5 + some.both[n & 1].c[0] * 7;
}

struct Flagged { bool on; unsigned few : 30; int some : 7; float rest; };

__global__ void beside_a_truth_value(long long *out, int n)
{
    int at = PLACE;
    Flagged one = {n > 3, 5u, n, n * 0.5f}, row[2];
    row[n & 1] = one;
    row[1 - (n & 1)] = row[n & 1];
    Flagged other = row[1];
    out[at] = other.on + other.few * 3 + other.some * 5;
    out[at + 1] = __float_as_int(other.rest);
}

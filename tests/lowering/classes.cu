// Bit-fields, unions, references, methods, templates, members that make themselves.
#define PLACE ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x)

struct Flags {
    unsigned kind : 3;
    int small : 5;
    unsigned wide : 24;
    bool on : 1;
    int rest : 31;
    unsigned char low : 4, high : 4;
    long long far : 40;
};

__global__ void bit_fields(long long *out, const int *in)
{
    int n = PLACE;
    Flags f = {1, -2, 3, true, -4, 5, 6, -7};
    f.kind = in[n];
    f.small += in[n] >> 3;
    f.wide ^= (unsigned)in[n];
    f.on = !f.on || in[n] > 0;
    f.rest--;
    f.low = f.high + in[n];
    f.far = f.far * 1000003ll + in[n];
    Flags g = f;
    g.kind++;
    out[n] = f.kind + 10ll * f.small + 1000ll * f.wide + f.on + 3ll * f.rest + f.low * 5 + f.high * 7 + f.far + g.kind * 11;
}

union Word {
    unsigned whole;
    struct { unsigned short low, high; } half;
    unsigned char byte[4];
};

__global__ void unions(unsigned *out, const unsigned *in)
{
    int n = PLACE;
    Word w;
    w.whole = in[n];
    unsigned swapped = w.half.high | (unsigned)w.half.low << 16;
    w.byte[1] = 0x5a;
    w.half.high ^= w.byte[0];
    out[n] = swapped ^ w.whole;
}

struct Count {
    int value;
    __device__ Count() : value(7) {}
    __device__ explicit Count(int v) : value(v) {}
    __device__ Count &operator+=(const Count &o) { value += o.value; return *this; }
    __device__ Count operator*(int k) const { return Count(value * k); }
    __device__ operator int() const { return value; }
    __device__ int &ref() { return value; }
};

template <int N> struct Ring {
    Count first;
    Count all[N];
    int next = N;
    typename std::conditional<(N > 2), short, long>::type narrow = 3;
    __device__ void push(int v) { all[next++ % N] += Count(v); narrow += (short)v; }
    __device__ static int size() { return N; }
};

template <class T> __device__ T twice(T x) { return x + x; }
template <class F> __device__ int apply(F f, int x) { return f(x); }

__global__ void classes(long long *out, const int *in)
{
    int n = PLACE;
    Ring<3> r;
    Ring<2> s = Ring<2>();
    for (int i = 0; i < 5; i++) {
        r.push(in[n] + i);
        s.push(i);
    }
    int &inner = r.all[1].ref();
    inner -= 4;
    Count c = r.first * 3;
    int scale = in[n] & 3;
    auto affine = [=](int x) { return x * scale + c.value; };
    (in[n] & 1 ? r.all[0].value : r.all[2].value) = 17;
    long long sum = (int)r.first + r.all[0] + 2ll * r.all[1] + 3ll * r.all[2] + r.narrow + s.narrow + s.all[1];
    out[n] = sum + twice(r.next) + twice<long long>(in[n]) + Ring<5>::size() + apply(affine, n);
}

struct Inner { short a; int b; char c; };
struct Outer { Inner x[2]; double d; Inner y; };

__device__ Outer changed(Outer o) { o.x[1].b *= 2; o.y.c++; return o; }

__global__ void by_value(double *out, const int *in)
{
    int n = PLACE;
    Outer o = {{{1, in[n], 3}, {4, 5}}, 1.5, {(short)in[n], -8, (char)in[n]}};
    Outer p = changed(o), q;
    q = p;
    q.x[0] = o.y;
    p.x[1].b++;
    out[n] = o.x[1].b + p.x[1].b * 3.0 + q.x[0].a + q.x[1].b + p.y.c + q.d;
}

__global__ void switches(int *out, const int *in)
{
    int n = PLACE;
    int r = 0, count = (in[n] & 15) + 1, turns = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            r += 1;
    case 3:
            r += 10;
    case 2:
            r += 100;
    case 1:
            r += 1000;
        } while (--turns > 0);
    }
    switch (in[n] & 7) {
    case 1: r ^= 1;
    case 2: r ^= 2; break;
    case 3: { r ^= 4; if (r & 8) break; }
    default: r ^= 16;
    case 5: r ^= 32;
    }
    out[n] = r;
}

// Conversions, signedness, precedence, wrap-around.
#define PLACE (4 * ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x))

__global__ void narrowing(long long *out, const int *in, int a, unsigned b, short c, unsigned char d)
{
    int at = PLACE, v = in[(at + 3) & 1023];
    out[at] = (signed char)v * 3 + (unsigned char)v + (short)(v * c) + (unsigned short)(v + a);
    out[at + 1] = (d << 24) + (signed char)d + (char)(d + 1) + (bool)(v & 4) * 5;
    unsigned char wraps = d;
    wraps += 200;
    wraps -= v;
    wraps *= 7;
    wraps = -wraps;
    out[at + 2] = wraps + ~wraps;
    short s = c;
    s <<= 3;
    s >>= 1;
    s |= 0x4001;
    out[at + 3] = s-- - --s;
}

__global__ void signedness(long long *out, int a, unsigned b, long long l, unsigned long long u, signed char c, unsigned short h)
{
    int at = PLACE, t = threadIdx.x;
    long long sum = 0;
    sum = sum * 3 + (a < b);
    sum = sum * 3 + (a > -1);
    sum = sum * 3 + (b - 5 > 0);
    sum = sum * 3 + (c < h);
    sum = sum * 3 + (c < b);
    sum = sum * 3 + (l < u);
    sum = sum * 3 + (a < l);
    sum = sum * 3 + (h - 70000 < 0);
    sum = sum * 3 + (t - 1 < 0);
    sum = sum * 3 + (threadIdx.x - 1 < 0u);
    sum = sum * 3 + (threadIdx.x - 1 > 100);
    out[at] = sum;
    out[at + 1] = (a / 3) * 7 + a % 5 + (int)(b / 3) + (int)(b % 5) + (a >> 3) + (b >> 3) + (l >> 40) + (long long)(u >> 40);
    out[at + 2] = -b + (long long)-b + -(long long)b + (unsigned)-c + ~h;
    out[at + 3] = (a + b) / 2 + (a + l) / 2 + (c * c * c * c * c) + (h * h > 0) + (int)(h * (unsigned)h);
}

__global__ void precedence(long long *out, int a, int b, int c, unsigned u)
{
    int at = PLACE, t = threadIdx.x;
    out[at] = a & b == c | t ^ 3 << 2 + 1;
    out[at + 1] = (a > b ? a : b > c ? b : c) - (!a + -b * ~c - -1);
    out[at + 2] = a - b - c << 1 >> 2 < 100 == 1 != 0 && t | u || 0;
    out[at + 3] = (a, b, c) + (t ? u : -1) * sizeof a % 7 + (-7 / 2 * 2 + -7 % 2);
}

__global__ void floats(double *out, const float *in, float x, double y, int n, unsigned u, long long l, unsigned long long m)
{
    int at = PLACE & 511;
    float v = in[(at + 5) & 1023];
    out[at] = v * x + (float)n / 3 + (float)u + (float)l + (float)m;
    out[at + 1] = v * y + n / 2 * 0.5 + (double)u / 7 + (double)l + (double)m + (v < x) + (y != y);
    int whole = (int)v + (short)(v / 8) + (signed char)(v / 16) + (int)-v;
    unsigned char octet = v < 0 ? -v / 4 : v / 4;
    out[at + 2] = whole + octet + (bool)v + !x + (x ? 1 : 2) + (unsigned)(v * v);
    float f = n;
    f += 0.1;
    f *= v;
    f -= n;
    int k = 100;
    k += v;
    k *= 1.5f;
    k -= 0.75;
    out[at + 3] = f + k + 1 / 2 + 1 / 2. + 1e-3f + 0x1p-3 + (n & 1 ? v : y) + 16777217;
}

__global__ void wide(long long *out, long long a, unsigned long long b, int c)
{
    int at = PLACE;
    __int128 product = (__int128)a * (long long)b;
    unsigned __int128 square = (unsigned __int128)b * b;
    out[at] = (long long)(product >> 64) + (long long)product;
    out[at + 1] = (long long)(square >> 64) + (c < product) + (product < 0);
    out[at + 2] = (long long)(int)a + (int)(a >> 32) + (short)b + (unsigned)(b >> 7);
    out[at + 3] = 0xffffffff + c + (0x7fffffff + 0u) + 4294967295 + 0777 + 'a' + '\n' + L'x' + (c ? 1u : -1ll) + 1'000;
}

enum Small : short { FIRST = -5, SECOND, THIRD = 300 };
enum Loose { A, B = 7, C };
enum class Strict : unsigned char { X = 250, Y };

__global__ void enums(long long *out, int n, Loose loose, bool flag)
{
    int at = PLACE;
    Small s = (Small)(n & 1 ? SECOND : THIRD);
    Strict y = (Strict)((int)Strict::X + (n & 3));
    out[at] = s + FIRST * B + C + loose;
    out[at + 1] = (int)y + (y == Strict::Y) + sizeof(Small) + sizeof y + sizeof(Loose);
    out[at + 2] = flag + flag * 2 + (flag ^ true) + !flag + (flag & n) + (flag < 1) - -flag + (flag ? A : B);
    bool b = n & 6;
    b += 1;
    b ^= n > 3;
    out[at + 3] = b | (unsigned char)(s * 3) | (b = n) | (b == 2);
}

__global__ void intrinsics(long long *out, const int *in, int a, unsigned b, unsigned long long u, float x)
{
    int at = PLACE, v = in[(at + 9) & 1023];
    out[at] = __mulhi(a, v) + (long long)__umulhi(b, v) + __mul24(a, v) + __umul24(b, v) + (long long)__umul64hi(u, u + v);
    out[at + 1] = __popc(v) + __popcll(u) + __clz(v) + __clzll(u) + __ffs(v) + __ffsll(u) + (long long)__brev(v) + __sad(a, v, b);
    out[at + 2] = (long long)__funnelshift_l(a, b, v) + __funnelshift_r(a, b, v) + __byte_perm(a, b, v & 0x7777) + __hadd(a, v) + __rhadd(a, v);
    out[at + 3] = (long long)min(a, v) + max(a, v) + min(b, (unsigned)v) + max(u, (unsigned long long)v) + abs(a >> 1) + __float_as_int(x) + (int)__int_as_float(0x40490fdb + (v & 15)) + __float2int_rn(x / 3) + __float2int_rd(x) + __float2int_ru(x) + __double_as_longlong(x);
}

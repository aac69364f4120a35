// Operators, conversions, order of evaluation.
struct Wide { long long a; char b; short c; double d; };
enum Color { RED, GREEN = 5, BLUE };
enum class Shade : unsigned char { DARK = 250, LIGHT };
constexpr int SQUARES[4] = {0, 1, 4, 9};
__device__ constexpr int cube(int x) { return x * x * x; }

__global__ void operators(long long *out, int p7, unsigned p3, short p5, unsigned char p200, float p2, double p9, bool p1)
{
    int n = 0;
    out[n++] = p7 / -2;  // = -3
    out[n++] = -p7 % 3;  // = -1
    out[n++] = p3 - 4;  // = 4294967295
    out[n++] = p3 - 4 > 0;  // = 1
    out[n++] = (unsigned char)(p200 + 100);  // = 44
    out[n++] = (signed char)p200;  // = -56
    out[n++] = p200 << 24;  // = -939524096
    out[n++] = (-p7) >> 1;  // = -4
    out[n++] = (unsigned)(-p7) >> 28;  // = 15
    out[n++] = ~p3;  // = 4294967292
    out[n++] = -p3 / 2;  // = 2147483646
    out[n++] = p5 * p5 * p5 * p5 * p5;  // = 3125
    out[n++] = (short)(p5 * 30000);  // = 18928
    out[n++] = p7 & 5 | 8 ^ p3;  // = 15
    out[n++] = p7 > 3 && p3 < 2 || p5 == 5;  // = 1
    out[n++] = !p7 + !!p3;  // = 1
    out[n++] = p1 + p1 + true;  // = 3
    out[n++] = (p7, p3);  // = 3
    out[n++] = p7 ? p3 ? 11 : 12 : 13;  // = 11
    out[n++] = (int)(p2 * 1.75f);  // = 3
    out[n++] = (int)(-p9 / 2);  // = -4
    out[n++] = p9 / p2;  // = 4
    out[n++] = 7 / 2 * 1.0;  // = 3
    out[n++] = 7 / 2.0 * 2;  // = 7
    out[n++] = (long long)1 << 40;  // = 1099511627776
    out[n++] = 0x7fffffff + (long long)p1;  // = 2147483648
    out[n++] = 4000000000u + p7;  // = 4000000007
    out[n++] = 'A' + p1;  // = 66
    out[n++] = sizeof(Wide) + alignof(double) + sizeof p5 + sizeof(int[3]);  // = 46
    out[n++] = BLUE * 10 + GREEN;  // = 65
    out[n++] = (int)Shade::LIGHT;  // = 251
    out[n++] = SQUARES[p3] + cube(3) + cube(p3);  // = 63
    int i = 4;
    out[n++] = i++ * 10 + i;  // = 45
    out[n++] = ++i * 10 + i--;  // = 66
    out[n++] = i += i -= 2;  // = 6
    out[n++] = i <<= 3;  // = 48
    out[n++] = i >>= 1;  // = 24
    out[n++] = i ^= 0xff;  // = 231
    out[n++] = i %= 10;  // = 1
    unsigned char byte = 250;
    out[n++] = byte += 10;  // = 4
    out[n++] = byte -= 10;  // = 250
    out[n++] = byte++;  // = 250
    out[n++] = byte *= 2;  // = 246
    out[n++] = byte = 1000;  // = 232
    short half = 32767;
    out[n++] = ++half;  // = -32768
    out[n++] = half >>= 3;  // = -4096
    float f = 1;
    f += 0.75;
    out[n++] = f * 4;  // = 7
    out[n++] = f /= 2, f * 16;  // = 0
    i = 10;
    i *= 2.55;
    out[n++] = i;  // = 25
    bool flag = 12;
    out[n++] = flag;  // = 1
    out[n++] = flag ^= 1;  // = 0
    unsigned long long big = 1;
    out[n++] = big << 63 >> 62;  // = 2
    out[n++] = (int)(big << 33 >> 31);  // = 4
    out[n++] = (unsigned short)-1;  // = 65535
    out[n++] = -1 < 1u;  // = 0
    out[n++] = (signed char)-1 < (unsigned char)1;  // = 1
    out[n++] = 5 % -3;  // = 2
    long long wide = p7;
    wide -= p3 * 4u;
    out[n++] = wide;  // = -5
    out[n++] = p7 > 0 ? -1 : 1u;  // = 4294967295
    out[n++] = (p7 > 0 ? 2.5 : 1) * 2;  // = 5
    out[n++] = p200 == (unsigned char)-56;  // = 1
    int x = 1, y = 2, *px = &x;
    (p7 ? x : y) = 40;
    out[n++] = *px + y;  // = 42
    (x = 3) += 4;
    out[n++] = x;  // = 7
    ++(++x);
    out[n++] = *px;  // = 9
}

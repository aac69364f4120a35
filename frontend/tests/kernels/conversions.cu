// Every conversion has its exact width and signedness.
__global__ void conversions(long long *out, char c, unsigned char uc, short s, unsigned u, long l, float f, double d, bool b)
{
    int i = 0;
    out[i++] = c + uc;
    out[i++] = uc << 25;
    out[i++] = -u;
    out[i++] = s * u;
    out[i++] = u > -1;
    out[i++] = l >> (char)3;
    out[i++] = f + 1;
    out[i++] = f * d;
    out[i++] = (int)d;
    out[i++] = (unsigned char)f;
    out[i++] = b + b;
    out[i++] = !f;
    out[i++] = ~uc;
    out[i++] = sizeof(s) + alignof(double);
    out[i++] = u / 3 % 2;
    out[i++] = 'a' + '\n';
    out[i++] = 0x80000000 + 1;
    s += 1.5f;
    s <<= 2;
    uc -= 1;
    b = 7;
    b |= u;
    out[i] = s + uc + b;
}

// Code that is reached only where arithmetic wraps or a conversion drops bits, as the languages define it: to take that not to
// happen would be to look at nothing.
typedef unsigned long long ull;

// expect: violated
__global__ void lost_factor(int *p, unsigned a, unsigned b) { if (b != 0 && a * b / b != a) p[blockIdx.x] = threadIdx.x; } //~ data-race block

// expect: violated
__global__ void high_half(int *p, unsigned a, unsigned b) {
    if (a > 70000 && b > 70000 && a * b >> 16 == 0) p[0] = threadIdx.x; //~ data-race x2
}

// A rotation.
// expect: violated
__global__ void rotated(int *p, unsigned n, unsigned m) {
    m &= 31;
    if (m && (n << m | n >> (32 - m)) == 1 && n != 1) p[0] = threadIdx.x; //~ data-race x2
}

// Each number is the successor of some number in this generator.
// expect: violated
__global__ void xorshift(int *p, unsigned s) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    if (s == 12345) p[0] = threadIdx.x; //~ data-race x2
}

// Found, and no run that shows it: the loop goes round 2863311534 times.
// expect: suspect
__global__ void strides(int *p) {
    unsigned i = 0;
    while (i != 10) i += 3;
    p[0] = threadIdx.x; //~ data-race x2
}

// A square of 64 bits whose lower half is 0. The launch that is found overflows them, which is undefined and confirms nothing.
// expect: suspect
__global__ void lower_half(int *p, long n) {
    long m = n * n;
    if (m > 0 && (int)m == 0) p[0] = threadIdx.x; //~ data-race x2
}

// expect: violated
__global__ void lower_half_of_unsigned(int *p, ull n) {
    ull m = n * n;
    if (m > 0 && (unsigned)m == 0) p[0] = threadIdx.x; //~ data-race x2
}

// The sign that a shift or a conversion makes.
// expect: violated
__global__ void sign_of_a_shift(int *p, const unsigned char *q) {
    int c = q[0] << 24 | q[1] << 16;
    if (c < 0) p[0] = threadIdx.x; //~ data-race x2
}

// expect: violated
__global__ void sign_of_a_conversion(int *p, unsigned n) {
    if ((int)(n << 1) < 0 && !(n >> 31)) p[0] = threadIdx.x; //~ data-race x2
}

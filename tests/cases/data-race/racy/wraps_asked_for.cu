// Conditions that only a wrap meets, conversions and shifts that leave bits out: all defined, and taken as they are.
typedef unsigned long long ull;

// The carry of a sum.
// expect: violated
__global__ void carry(int *p, unsigned a, unsigned b) { if (a + b < a) p[0] = threadIdx.x; } //~ data-race x2

// expect: violated
__global__ void doubled(int *p, unsigned n) { if (n * 2 < n) p[0] = threadIdx.x; } //~ data-race x2

// expect: violated
__global__ void halves(int *p, ull n) { if (n && (unsigned)n == 0) p[0] = threadIdx.x; } //~ data-race x2

// expect: violated
__global__ void signs(int *p, long n) { if (n > 0 && (int)n < 0) p[0] = threadIdx.x; } //~ data-race x2

// Every ticket is 0 in its lower half.
// expect: violated
__global__ void ticket(int *p, ull *next) {
    p[(unsigned)atomicAdd(next, 1ull << 32)] = threadIdx.x; //~ data-race x2
}

// The third thread finds a lower half of 0, too.
// expect: violated
__global__ void winners(int *p, ull *f) {
    if ((unsigned)atomicExch(f, 1ull << 32) == 0) p[0] = threadIdx.x; //~ data-race x2
}

struct Narrow { int a : 4; };

// Of 16 threads one has -1.
// expect: violated
__global__ void field(int *p) {
    Narrow x;
    x.a = threadIdx.x;
    if (x.a == -1) p[0] = threadIdx.x; //~ data-race x2
}

// expect: violated
__global__ void nibble(int *p, const unsigned *q) {
    int s = (int)(q[0] << 28) >> 28;
    if (s < 0) p[0] = threadIdx.x; //~ data-race x2
}

// Tickets that are spread over 16 places.
// expect: violated
// today: suspect, because no run is long enough for two tickets of one place
__global__ void spread(int *p, unsigned *next) {
    unsigned k = atomicAdd(next, 1u) * 2654435761u;
    p[k >> 28] = threadIdx.x; //~ data-race x2
}

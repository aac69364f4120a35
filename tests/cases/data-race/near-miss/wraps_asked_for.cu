// The same conditions where nothing wraps, and fields of bits that tell threads apart.
typedef unsigned long long ull;

// expect: proved
__global__ void carry(int *p, unsigned short a, unsigned short b) { if ((unsigned)a + b < a) p[0] = threadIdx.x; }

// expect: proved
__global__ void halves(int *p, unsigned n) { ull m = n; if (m && (unsigned)m == 0) p[0] = threadIdx.x; }

// expect: proved
__global__ void ticket(int *p, unsigned *next) { p[atomicAdd(next, 1u)] = threadIdx.x; }

// expect: proved
__global__ void packed(int *p, ull *next) { p[atomicAdd(next, 1ull << 32) >> 32] = threadIdx.x; }

// kverify-test: block=8 grid=1
// expect: proved
__global__ void nibble(int *p) { int s = (int)(threadIdx.x << 28) >> 28; p[s + 8] = threadIdx.x; }

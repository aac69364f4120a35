// The neighbours of these conditions that hold without a wrap or in no run at all.
typedef unsigned long long ull;

// expect: proved
__global__ void own_factor(int *p, unsigned short a, unsigned short b) {
    if (b != 0 && (unsigned)a * b / b != a) p[0] = threadIdx.x;
}

// Reached by small numbers as well, each thread at a place of its own.
// expect: proved
__global__ void high_half(int *p, unsigned a, unsigned b) {
    if (a * b >> 16 == 0) p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Never, in machine arithmetic too.
// expect: proved
__global__ void parity(int *p, unsigned n) { if (n * 2 % 2 == 1) p[0] = threadIdx.x; }

// expect: proved
__global__ void squares(int *p, unsigned n) { if ((n * n & 3) == 2) p[0] = threadIdx.x; }

// expect: proved
__global__ void lower_half(int *p, ull n) {
    ull m = n * n;
    if (m > 0 && (unsigned)m == 0) p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

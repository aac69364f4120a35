// Places that are told apart by their bits: read backwards, rotated, with bytes exchanged, and products' upper halves.

// expect: proved
__global__ void backwards(int *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[__brev(i)] = 1 + threadIdx.x;
}

// expect: proved
__global__ void backwards_in_64_bits(int *a) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4096) a[__brevll(i) >> 52] = 1 + threadIdx.x;
}

// Pairs change places, each by the thread of the lower one.
// expect: proved
__global__ void backwards_in_place(float *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, r = __brev(i) >> 22;
    if (i < 1024 && i < r) {
        float x = a[i];
        a[i] = a[r];
        a[r] = x;
    }
}

// expect: proved
__global__ void bytes_exchanged(int *a) {
    a[blockIdx.x * 65536 + __byte_perm(threadIdx.x, 0, 0x4401)] = threadIdx.x;
}

// expect: proved
__global__ void rotated(unsigned *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[__funnelshift_l(i, i, 7)] = i;
}

// expect: proved
__global__ void rotated_by(unsigned *a, int n) {
    unsigned t = threadIdx.x;
    if (blockIdx.x == 0) a[__funnelshift_r(t, t, n)] = t;
}

// expect: proved
__global__ void upper_half(int *a) {
    unsigned t = threadIdx.x;
    a[blockIdx.x * 1024 + __umulhi(t << 16, 1 << 16)] = t;
}

// expect: proved
__global__ void bytes_exchanged_by_ptx(int *a) {
    unsigned t = threadIdx.x, to;
    asm("prmt.b32 %0, %1, %2, 0x4401;" : "=r"(to) : "r"(t), "r"(0));
    a[blockIdx.x * 65536 + to] = t;
}

// Places of which too few bits are told apart.

// expect: violated
__global__ void too_few_backwards(int *a) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    if (t < 256) s[__brev(t) >> 25] = a[blockIdx.x * 256 + t]; //~ data-race block shared
}

// Nothing keeps a place's reader before the thread that writes it.
// expect: violated
__global__ void backwards_at_once(float *a) {
    unsigned t = threadIdx.x, r = __brev(t) >> 27;
    if (blockIdx.x == 0 && t < 32) {
        float x = a[t]; // @read
        a[r] = x;       //~ data-race block with @read
    }
}

// One byte twice.
// expect: violated
__global__ void byte_twice(int *a) {
    a[blockIdx.x * 65536 + __byte_perm(threadIdx.x, 0, 0x4411)] = threadIdx.x; //~ data-race block
}

// expect: violated
__global__ void half_the_half(int *a) {
    unsigned t = threadIdx.x;
    a[blockIdx.x * 1024 + __umulhi(t << 16, 1 << 15)] = t; //~ data-race block
}

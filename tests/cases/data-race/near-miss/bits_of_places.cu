// Free but for one step.

// A bit of 32 is shifted out.
// expect: violated
__global__ void shifted_out(int *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[__brev(i) >> 31] = 1 + threadIdx.x; //~ data-race x2
}

// Turned by another amount in each thread.
// expect: violated
__global__ void rotated_apart(unsigned *a) {
    unsigned t = threadIdx.x;
    if (blockIdx.x == 0) a[__funnelshift_l(t, t, t)] = t; //~ data-race block
}

// The exclusive or is of a number that threads do not share.
// expect: violated
__global__ void one_bit_left(int *a) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) a[t ^ (t >> 1 << 1)] = t; //~ data-race block
}

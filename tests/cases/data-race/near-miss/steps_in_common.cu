// All steps are multiples of 32, and the block is wider.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void half_blocks(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n) {
        out[i] = threadIdx.x; //~ data-race block global write-write
        i += w[i] > 0 ? 32 : 96;
    }
}

// The same steps by threads that keep clear of each other.
// expect: proved
__global__ void half_of_the_block(int *out, const int *w, int n)
{
    int i = threadIdx.x;
    while (i < n && threadIdx.x < 32) {
        out[i] = threadIdx.x;
        i += w[i] > 0 ? 32 : 96;
    }
}

// The factor may be 0: then all steps are none, and threads stay where they are.
// expect: proved
__global__ void by_parameter(int *out, const int *w, int n, int width)
{
    int i = threadIdx.x;
    for (int k = 0; k < n; ++k) {
        if ((int)threadIdx.x < width)
            out[i] = threadIdx.x;
        i += w[k] > 0 ? width : 2 * width;
    }
}

// Compared as unsigned numbers, a negative width is large.
// expect: conditional
// free-when: width >= 0
__global__ void by_unsigned_parameter(int *out, const int *w, int n, int width)
{
    int i = threadIdx.x;
    for (int k = 0; k < n; ++k) {
        if (threadIdx.x < width)
            out[i] = threadIdx.x; //~ warning data-race block global write-write
        i += w[k] > 0 ? width : 2 * width;
    }
}

// Lanes that wait with the mask that a vote gave all of them.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void reversed(int *o, int n) {
    __shared__ int s[64];
    unsigned m = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x < n) {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp(m);
        o[threadIdx.x] = s[n - 1 - threadIdx.x]; //~ warning uninitialised-read
    }
}

// expect: proved
__global__ void leader(int *o, const int *a) {
    __shared__ int s[64];
    bool p = a[threadIdx.x] > 0;
    unsigned m = __ballot_sync(0xffffffff, p);
    if (p) {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp(m);
        int first = s[__ffs(m) - 1];
        __syncwarp(m);
        s[threadIdx.x] = first;
    }
}

// Lanes that are not of the mask are not waited for.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void others(int *o, const int *a) {
    __shared__ int s[64];
    bool p = a[threadIdx.x] > 0;
    unsigned m = __ballot_sync(0xffffffff, p);
    s[threadIdx.x] = threadIdx.x; // @put
    if (p) {
        __syncwarp(m);
        o[threadIdx.x] = s[31 - threadIdx.x]; //~ data-race with @put
    }
}

// Two groups, which do not wait for each other.
// expect: violated
__global__ void halves(int *o, const int *a) {
    __shared__ int s[64];
    bool p = a[threadIdx.x] > 0;
    unsigned m = __ballot_sync(0xffffffff, p);
    s[threadIdx.x] = threadIdx.x; // @set
    if (p)
        __syncwarp(m);
    else
        __syncwarp(~m);
    o[threadIdx.x] = s[31 - threadIdx.x]; //~ data-race with @set
}

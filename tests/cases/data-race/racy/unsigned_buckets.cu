// Buckets that threads share.

// expect: violated
__global__ void one_row(unsigned *count, const unsigned *key, int n, unsigned buckets) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++) count[key[t * n + i] % buckets]++; //~ data-race x4
}

// The capacity is not asked about.
// expect: violated
__global__ void slots_without_end(unsigned *out, const unsigned *key, unsigned *drawn, unsigned capacity, unsigned buckets) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, bucket = key[t] % buckets, at = atomicAdd(&drawn[bucket], 1u);
    out[bucket * capacity + at] = t; //~ data-race x2
}

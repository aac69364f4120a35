// One bucket too many for its row, a number of a bucket that wraps after all, and slots drawn elsewhere.

// expect: violated
__global__ void one_too_many(unsigned *count, const unsigned *key, int n) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++) count[t * 16 + key[t * n + i] % 17]++; //~ data-race x4
}

// A hash: the product wraps for every other key.
// expect: violated
__global__ void hashed(unsigned *out, const unsigned *key) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, h = key[t] * 2654435761u;
    if (h < 64) out[h] = t; //~ data-race x2
}

// expect: violated
__global__ void drawn_elsewhere(unsigned *out, const unsigned *key, unsigned *drawn, unsigned capacity, unsigned buckets) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, bucket = key[t] % buckets, at = atomicAdd(&drawn[t % 7], 1u);
    if (at < capacity) out[bucket * capacity + at] = t; //~ data-race x2
}

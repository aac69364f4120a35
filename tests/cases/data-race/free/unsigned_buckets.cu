// Rows of buckets whose numbers come from memory: what is small, or left over from a division, is an index, and no hash that wraps on purpose.

// expect: proved
__global__ void rows(unsigned *count, const unsigned *key, int n, unsigned buckets) {
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++) count[row * buckets + key[row * n + i] % buckets]++;
}

// expect: proved
__global__ void columns(unsigned *count, const unsigned *key, int n, unsigned threads) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads)
        for (int i = 0; i < n; i++) count[(key[t * n + i] & 15) * threads + t]++;
}

// expect: proved
__global__ void by_digit(unsigned *count, const unsigned *key, int n, unsigned shift) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++) count[t * 16 + (key[t * n + i] >> shift & 15)]++;
}

// expect: proved
__global__ void by_byte(unsigned *count, const unsigned char *key, int n) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = 0; i < n; i++) count[t * 256 + key[t * n + i]]++;
}

// Places of a bucket are drawn.
// expect: proved
__global__ void slots(unsigned *out, const unsigned *key, unsigned *drawn, unsigned capacity, unsigned buckets) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, bucket = key[t] % buckets, at = atomicAdd(&drawn[bucket], 1u);
    if (at < capacity) out[bucket * capacity + at] = t;
}

// expect: proved
__global__ void slots_by_range(unsigned *out, const unsigned *key, unsigned *drawn, unsigned capacity, unsigned width) {
    unsigned t = threadIdx.x + blockIdx.x * blockDim.x, bucket = key[t] / width, at = atomicAdd(&drawn[bucket], 1u);
    if (at < capacity) out[bucket * capacity + at] = t;
}

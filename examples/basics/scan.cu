// Prefix sums within a block of 128 threads.

#define BLOCK 128

// Hillis and Steele: everybody reads, everybody waits, everybody writes.
// expect: proved
// kverify: block=128
__global__ void scan_in_place(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = s[t];
}

// Two buffers instead of two barriers.
// expect: proved
// kverify: block=128
__global__ void scan_two_buffers(const int *in, int *out)
{
    __shared__ int s[2][BLOCK];
    int t = threadIdx.x;
    int from = 0;
    s[0][t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        int to = 1 - from;
        s[to][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = to;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = s[from][t];
}

// Blelloch: up the tree, clear the root, down the tree. Two cells a thread.
// expect: proved
// kverify: block=64
__global__ void scan_work_efficient(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[2 * t] = in[blockIdx.x * BLOCK + 2 * t];
    s[2 * t + 1] = in[blockIdx.x * BLOCK + 2 * t + 1];

    int offset = 1;
    for (int d = BLOCK / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        s[BLOCK - 1] = 0;
    for (int d = 1; d < BLOCK; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = s[offset * (2 * t + 1) - 1];
            s[offset * (2 * t + 1) - 1] = s[offset * (2 * t + 2) - 1];
            s[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    out[blockIdx.x * BLOCK + 2 * t] = s[2 * t];
    out[blockIdx.x * BLOCK + 2 * t + 1] = s[2 * t + 1];
}

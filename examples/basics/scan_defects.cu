// Prefix sums, wrongly.

#define BLOCK 128

// Reads and writes of one round share an interval.
// expect: violated
// kverify: block=128
__global__ void scan_one_barrier(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; //~ data-race block shared read-write
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = s[t];
}

// The barrier between reading and writing is only for those who read.
// expect: violated
// kverify: block=128
__global__ void scan_divergent(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d) {
            int left = s[t - d]; // @left
            __syncthreads(); // @between
            s[t] += left; //~ data-race block shared read-write behind with @left
        }
        __syncthreads(); //~ barrier-divergence with @between
    }
    out[blockIdx.x * BLOCK + t] = s[t];
}

// Races that need what an array holds in the middle of the kernel: through products, hashes, sums of bytes, prefix sums, two
// hops, rounding, packing. What is counted under branches, or mixed by shifts and exclusive or, is not found.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void hash_slots(const unsigned *key, int *out)
{
    __shared__ unsigned slot[64];
    slot[threadIdx.x] = (key[threadIdx.x] * 2654435761u) >> 26;
    __syncthreads();
    out[slot[threadIdx.x]] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void magic_product(const int *a, const int *b, int *out)
{
    __shared__ int product[64];
    product[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
    __syncthreads();
    if (product[0] == 391)
        out[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void checksum(const unsigned char *text, int *found)
{
    __shared__ int sums[64];
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += text[8 * threadIdx.x + i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (sums[(threadIdx.x + 1) % 64] == 1234 && sums[threadIdx.x] != 1234)
        found[0] = threadIdx.x; //~ data-race block global write-write
        //~ data-race block global write-write with @found
    if (sums[threadIdx.x] == 1234)
        found[0] = 77 + threadIdx.x; // @found
        //~ data-race block global write-write
}

// expect: violated
__global__ void scan_offsets(const int *length, int *out)
{
    __shared__ int at[64];
    at[threadIdx.x] = length[threadIdx.x];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = threadIdx.x >= d ? at[threadIdx.x - d] : 0;
        __syncthreads();
        at[threadIdx.x] += v;
        __syncthreads();
    }
    out[at[threadIdx.x]] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void two_hops(const int *next, int *out)
{
    __shared__ int to[64];
    __shared__ int then[64];
    to[threadIdx.x] = next[threadIdx.x] & 63;
    __syncthreads();
    then[threadIdx.x] = to[to[threadIdx.x]];
    __syncthreads();
    if (then[threadIdx.x] == 17 && to[threadIdx.x] != 17)
        out[then[threadIdx.x]] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void threshold(const float *x, int *out)
{
    __shared__ float scaled[64];
    scaled[threadIdx.x] = x[threadIdx.x] * 0.25f - 3.0f;
    __syncthreads();
    int bin = (int)scaled[63 - threadIdx.x];
    if (bin > 100 && bin < 120)
        out[bin] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void packed(const unsigned *word, int *out)
{
    __shared__ unsigned char part[256];
    unsigned w = word[threadIdx.x];
    part[4 * threadIdx.x] = w & 255;
    part[4 * threadIdx.x + 1] = w >> 8 & 255;
    part[4 * threadIdx.x + 2] = w >> 16 & 255;
    part[4 * threadIdx.x + 3] = w >> 24;
    __syncthreads();
    if (part[threadIdx.x] == 0xA5 && part[threadIdx.x + 64] == 0x5A)
        out[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
// today: suspect, because the search follows what values are computed from, and not under which branches
__global__ void counted(const int *in, int *out, int pivot)
{
    __shared__ int less;
    if (threadIdx.x == 0)
        less = 0;
    __syncthreads();
    if (in[threadIdx.x] < pivot)
        atomicAdd(&less, 1);
    __syncthreads();
    if (less == 13)
        out[threadIdx.x / 2] = in[threadIdx.x]; //~ data-race block global write-write
}

// expect: violated
// today: suspect, because steps of arithmetic do not lead through bits that are mixed
__global__ void xor_key(const unsigned *in, int *out)
{
    __shared__ unsigned mixed[64];
    unsigned x = in[threadIdx.x];
    x ^= x >> 3;
    mixed[threadIdx.x] = x ^ 0x5bd1e995u;
    __syncthreads();
    if (mixed[threadIdx.x ^ 1] == 42)
        out[7] = threadIdx.x; //~ data-race block global write-write
        //~ data-race block global write-write with @last
    else if (threadIdx.x == 63)
        out[7] = 1; // @last
}

// expect: violated
__global__ void global_stage(int *stage, const int *in, int *out)
{
    stage[threadIdx.x] = in[threadIdx.x] * 3 + 1;
    __syncthreads();
    int at = stage[(threadIdx.x + 5) % blockDim.x];
    if (at % 100 == 37)
        out[at / 100] = threadIdx.x; //~ data-race block global write-write
}

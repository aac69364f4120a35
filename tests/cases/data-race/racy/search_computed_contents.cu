// Races that need certain values in memory which only an earlier store of the kernel can put there.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void magic(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x] * 3 + 1;
    __syncthreads();
    if (tile[63 - threadIdx.x] == 1000)
        out[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void total(const int *in, int *out)
{
    __shared__ int part[64];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (part[0] == 4711)
        out[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void threshold(const float *in, float *out, float limit)
{
    __shared__ float half[64];
    half[threadIdx.x] = in[threadIdx.x] * 0.5f;
    __syncthreads();
    if (half[0] > limit * 3.0f + 100.0f)
        out[0] = half[threadIdx.x]; //~ data-race block global write-write
}

// expect: violated
__global__ void least(const int *in, int *out)
{
    __shared__ int best;
    if (threadIdx.x == 0)
        best = 1 << 30;
    __syncthreads();
    atomicMin(&best, in[threadIdx.x]);
    __syncthreads();
    if (in[threadIdx.x] == best + 300)
        out[0] = threadIdx.x; //~ data-race block global write-write
}

// Equal keys have equal ranks: what two threads write to one place is the same, which is not known.
// expect: suspect
__global__ void ranks(const int *key, int *out)
{
    __shared__ int rank[64];
    int smaller = 0;
    for (int j = 0; j < 64; j++)
        smaller += key[j] < key[threadIdx.x];
    rank[threadIdx.x] = smaller;
    __syncthreads();
    out[rank[threadIdx.x]] = key[threadIdx.x]; //~ data-race block global write-write
}

// A value that passes through the lanes of a warp.
// expect: violated
__global__ void handed_on(const int *in, int *out)
{
    int mine = in[threadIdx.x] - 77;
    int next = __shfl_down_sync(0xffffffffu, mine, 1);
    if (next == 900)
        out[threadIdx.x / 32] = threadIdx.x; //~ data-race block global write-write
}

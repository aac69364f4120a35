// A size of the problem says which blocks, or how many rounds, come to an access, and nothing of where it goes.

// expect: violated
__global__ void differences(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x + 1]; //~ out-of-bounds
}

// expect: violated
__global__ void rows_of_four(const unsigned char *in, unsigned *out, int n)
{
    __shared__ unsigned rows[4][256];
    unsigned *own = rows[threadIdx.x / 32];
    for (int b = threadIdx.x; b < 1024; b += 256)
        rows[b / 256][b % 256] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&own[in[i]], 1u); //~ out-of-bounds
    __syncthreads();
    out[threadIdx.x] = rows[0][threadIdx.x];
}

// expect: violated
__global__ void behind_a_loop(const float *in, float *out, int n)
{
    __shared__ float sums[4];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum; //~ out-of-bounds
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

// expect: violated
__global__ void in_rounds(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned last[4];
    int warp = threadIdx.x / 32;
    for (int first = 0; first < n; first += 128) {
        unsigned sum = in[first + threadIdx.x];
        for (int d = 1; d < 32; d *= 2) {
            unsigned other = __shfl_up_sync(~0u, sum, d);
            if (threadIdx.x % 32 >= d)
                sum += other;
        }
        if (threadIdx.x % 32 == 31)
            last[warp] = sum;
        __syncthreads();
        for (int w = 0; w <= warp + 1; w++)
            sum += last[w]; //~ out-of-bounds
        __syncthreads();
        out[first + threadIdx.x] = sum;
    }
}

void run(const int *a, const unsigned char *b, const float *c, const unsigned *d, int *e, unsigned *f, float *g, int n)
{
    differences<<<(n + 63) / 64, 64>>>(a, e, n);
    rows_of_four<<<1, 256>>>(b, f, n);
    behind_a_loop<<<n, 256>>>(c, g, n);
    in_rounds<<<1, 128>>>(d, f, n);
}

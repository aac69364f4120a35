// What is handed over bounds the index itself, or the array is large enough.

// expect: proved
__global__ void differences(const int *in, int *out, int n)
{
    __shared__ int tile[65];
    int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x == 0)
        tile[64] = in[i + 64];
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x + 1];
}

// Callers have no more classes than there is room for.
// expect: proved
__global__ void classes(const int *in, int *out, int n, int kinds)
{
    __shared__ int counts[64];
    if (threadIdx.x < kinds)
        counts[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n && threadIdx.x < kinds)
        atomicAdd(&counts[threadIdx.x], in[i]);
    __syncthreads();
    if (threadIdx.x < kinds)
        atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

__constant__ char pattern[64];

// A pattern is no longer than its array, and no longer than the text.
// expect: proved
__global__ void match(const char *text, int *found, int n, int m)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i + m > n)
        return;
    bool same = true;
    for (int j = 0; j < m && same; j++)
        same = text[i + j] == pattern[j];
    found[i] = same;
}

// expect: proved
__global__ void behind_a_loop(const float *in, float *out, int n)
{
    __shared__ float sums[8];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += in[i];
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0] + sums[7];
}

// The loop is left where there is room.
// expect: proved
__global__ void after_a_search(const int *in, int *out, int n)
{
    __shared__ int place[64];
    int k = threadIdx.x;
    while (k >= 64)
        k -= 64;
    place[k] = in[k];
    out[threadIdx.x] = n;
}

void run(const int *a, const char *b, const float *c, int *e, float *g, int n, int m)
{
    differences<<<(n + 63) / 64, 64>>>(a, e, n);
    classes<<<(n + 255) / 256, 256>>>(a, e, n, m);
    match<<<(n + 255) / 256, 256>>>(b, e, n, m);
    behind_a_loop<<<n, 256>>>(c, g, n);
    after_a_search<<<1, 64>>>(a, e, n);
}

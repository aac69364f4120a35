// What callers keep to as a matter of course, each in a kernel that is free under it and has launches of many warps and blocks.

// A row is no longer than its pitch.
// expect: conditional
__global__ void pitched(float *a, int width, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) a[y * pitch + x] = x + y * 0.5f; //~ warning data-race x2
}

// Sizes are positive.
// expect: conditional
__global__ void strided(int *p, int n) {
    p[(blockIdx.x * blockDim.x + threadIdx.x) * n] = threadIdx.x; //~ warning data-race x2
}

// expect: conditional
__global__ void two_sizes(int *p, int n, int m) {
    int x = threadIdx.x, y = blockIdx.x;
    p[(y * (int)blockDim.x + x) * n * m] = x; //~ warning data-race x2
}

// Rows are no longer than those that they are put into, and sizes are positive.
// expect: conditional
__global__ void joined(float *out, const float *in, int n, int size, int part, int whole) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int number = i / (size * part), rest = i % (size * part);
    if (i < n) out[number * whole * size + rest] = in[i]; //~ warning data-race x2
}

// The block is no larger than its array.
// expect: conditional
__global__ void reversed(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; //~ warning data-race grid
}

// One block, for a kernel that never reads a block's number.
// expect: conditional
__global__ void one_block(int *p) {
    p[threadIdx.x] = threadIdx.x * p[threadIdx.x]; //~ warning data-race x2
}

// The block is a tile of the size that the code is written for.
// expect: conditional
__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int i = 0; i < (n + 15) / 16; i++) {
        int u = i * 16 + threadIdx.x, v = i * 16 + threadIdx.y;
        s[threadIdx.y][threadIdx.x] = y < n && u < n ? a[y * n + u] : 0; //~ warning data-race write-write
        t[threadIdx.y][threadIdx.x] = v < n && x < n ? b[v * n + x] : 0; //~ warning data-race write-write
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += s[threadIdx.y][k] * t[k][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < n)
        c[y * n + x] = sum; //~ warning data-race
}

// A block for each channel.
// expect: conditional
__global__ void by_channel(float *out, int batch, int channels) {
    for (int b = threadIdx.x; b < batch; b += blockDim.x)
        out[b * channels + blockIdx.x] = b; //~ warning data-race x2
}

// Launched with sizes that the host is given.
// expect: conditional
__global__ void given(int *p, int n, int m) {
    int x = threadIdx.x, y = blockIdx.x;
    p[(y * (int)blockDim.x + x) * n * m] = x; //~ warning data-race x2
}
void launch_given(int *p, int n, int m) { given<<<32, 128>>>(p, n, m); }

// A row has so many bytes, and elements of four.
// expect: conditional
__global__ void pitched_in_bytes(char *a, int width, size_t pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) ((float *)(a + y * pitch))[x] = x + y * 0.5f; //~ warning data-race x2
}

// Steps of an elimination, the first one included.
// expect: conditional
// free-when: t >= 0
__global__ void eliminated(float *a, int n, int t) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n - 1 - t && j < n - t)
        a[n * (i + t + 1) + j + t] -= a[n * t + j + t] * 0.5f; //~ warning data-race x6
}

// A column is one of those that a row has.
// expect: conditional
// free-when: k >= 0 && k < n
__global__ void less_a_column(float *a, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (i < n && j < n && j != k)
        a[i * n + j] -= a[i * n + k]; //~ warning data-race grid
}

// expect: conditional
// free-when: k >= 0 && k < n
__global__ void shorter_ways(float *d, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i != k && j != k) {
        float by = d[i * n + k] + d[k * n + j]; // @by
        if (by < d[i * n + j]) d[i * n + j] = by; //~ warning data-race with @by x2
    }
}

// Every second place of a row: nothing is behind the last.
// expect: conditional
// free-when: p >= 2 * m - 1
__global__ void every_second(float *a, int m, int p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < m) a[j * p + 2 * i] = i; //~ warning data-race grid
}

// Two columns of each row: both are in the row, and the first one counts.
// expect: conditional
// free-when: p >= 0 && q < n && q >= 0 && p < n
__global__ void turned_columns(float *a, int n, int p, int q) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    float x = a[k * n + p], y = a[k * n + q]; // @both
    a[k * n + p] = x - y; // @first //~ warning data-race with @both x2
    a[k * n + q] = x + y; //~ warning data-race with @both x2 //~ warning data-race with @first x2
}

// A height of less than nothing is a large number beside an unsigned one, and a tile is square.
// expect: conditional
// free-when: height >= 0 && blockDim.x == blockDim.y
__global__ void transposed_in_squares(const float *in, float *out, int width, int height) {
    extern __shared__ float tile[];
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y]; //~ warning data-race x2
}

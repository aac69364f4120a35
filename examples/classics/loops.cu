// The kinds of loop that kernels have, each around something that needs its barriers.

// Grid-stride.
// expect: proved
__global__ void grid_stride(float *y, const float *x, float a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

// Grid-stride over a plane.
// expect: proved
__global__ void grid_stride_2d(float *out, const float *in, int width, int height)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x)
            out[y * width + x] = in[y * width + x];
}

// Two buffers by turns: what is read was written before the last barrier.
// expect: proved
__global__ void two_buffers(float *out, const float *in, int chunks)
{
    extern __shared__ float row[];
    int t = threadIdx.x;
    int n = blockDim.x;
    int buf = 0;
    row[t] = in[t];
    __syncthreads();
    for (int c = 1; c < chunks; ++c) {
        row[(buf ^ 1) * n + t] = in[c * n + t];
        out[((blockIdx.x * chunks) + c - 1) * n + t] = row[buf * n + (t + 1) % n];
        __syncthreads();
        buf ^= 1;
    }
}

// Counting down, in steps of the block.
// expect: proved
__global__ void descending(float *out, const float *in, int n)
{
    for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= blockDim.x * gridDim.x)
        out[i] = in[i];
}

// Strides that double: one pass over all pairs of cells at every distance.
// expect: proved
__global__ void geometric(int *out, const int *in)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int other = t + stride < blockDim.x ? s[t + stride] : 0;
        __syncthreads();
        s[t] = max(s[t], other);
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// Two counters in step.
// expect: proved
__global__ void in_step(float *out, const float *in, int n)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
    for (int from = g, to = 2 * g; from < n; from += stride, to += 2 * stride) {
        out[to] = in[from];
        out[to + 1] = -in[from];
    }
}

// Left in the middle.
// expect: proved
__global__ void with_break(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        if (i >= n)
            break;
        float x = in[i];
        if (x < 0.0f)
            break;
        out[i] = x;
        i += blockDim.x * gridDim.x;
    }
}

// Left when a neighbour's data says so; the barrier is outside.
// expect: proved
__global__ void data_dependent(int *out, const int *next, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int i = (blockIdx.x * blockDim.x + t) % n;
    int steps = 0;
    while (next[i] != i && steps < n) {
        i = next[i];
        ++steps;
    }
    s[t] = steps;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}

// A barrier in a loop whose end the data decide, all threads alike.
// expect: proved
__global__ void uniform_data_dependent(int *out, const int *in, const int *rounds)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int r = rounds[blockIdx.x];
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    while (r > 0) {
        int x = s[(t + r) % blockDim.x];
        __syncthreads();
        s[t] = x;
        __syncthreads();
        r = r / 3;
    }
    out[blockIdx.x * blockDim.x + t] = s[t];
}

// Bounds that depend on the loop around: a triangle of cells, rows dealt out to threads.
// expect: proved
__global__ void triangle(float *out, const float *in, int n)
{
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < n; row += blockDim.x * gridDim.x)
        for (int column = 0; column <= row; ++column)
            out[row * n + column] = in[column * n + row];
}

// Tiles of a row that grow: the inner bound is carried by the outer loop.
// expect: proved
__global__ void growing_tiles(float *out, const float *in, int n)
{
    int start = 0;
    for (int width = blockDim.x; start + width <= n; width += blockDim.x) {
        if (blockIdx.x == 0)
            for (int i = threadIdx.x; i < width; i += blockDim.x)
                out[start + i] = in[start + i];
        start += width;
        __syncthreads(); // without: proved
    }
}

// A queue of the block: threads take whole chunks by turns.
// expect: proved
__global__ void chunks(float *out, const float *in, int chunk, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    int last = min(first + chunk, n);
    for (int i = first; i < last; ++i)
        out[i] = in[i];
}

// Every second phase only: continue.
// expect: proved
__global__ void with_continue(int *out, const int *in, int phases)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int n = blockDim.x;
    s[t] = in[t];
    __syncthreads(); // without: proved
    for (int p = 0; p < phases; ++p) {
        if (p % 3 == 1)
            continue;
        int x = s[(t + p) % n];
        __syncthreads();
        s[t] = x + 1;
        __syncthreads();
    }
    out[blockIdx.x * n + t] = s[t];
}

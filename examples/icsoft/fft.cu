// Fast Fourier transforms: whole transforms of 512 points in shared memory, and long ones stage by stage in global memory.

#define POINTS 512
#define THREADS 256

__device__ float2 multiply(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 root(int k, int n)
{
    float angle = -6.2831853f * k / n;
    return make_float2(cosf(angle), sinf(angle));
}

// Two buffers (Stockham): every stage reads one and writes the other.
// expect: proved
// kverify: block=256
__global__ void stockham(const float2 *in, float2 *out)
{
    __shared__ float2 buffer[2][POINTS];
    int t = threadIdx.x;
    int from = 0;
    buffer[0][t] = in[blockIdx.x * POINTS + t];
    buffer[0][t + THREADS] = in[blockIdx.x * POINTS + t + THREADS];
    __syncthreads();

    for (int span = 1; span < POINTS; span *= 2) {
        int k = t % span;
        float2 a = buffer[from][t];
        float2 b = multiply(buffer[from][t + THREADS], root(k, 2 * span));
        int at = (t / span) * 2 * span + k;
        buffer[1 - from][at] = make_float2(a.x + b.x, a.y + b.y);
        buffer[1 - from][at + span] = make_float2(a.x - b.x, a.y - b.y);
        from = 1 - from;
        __syncthreads();
    }
    out[blockIdx.x * POINTS + t] = buffer[from][t];
    out[blockIdx.x * POINTS + t + THREADS] = buffer[from][t + THREADS];
}

// In place: the two points of a butterfly belong to one thread, so reads and writes of a stage need no barrier between.
// expect: proved
// kverify: block=256
__global__ void in_place(float2 *data)
{
    __shared__ float2 point[POINTS];
    int t = threadIdx.x;
    float2 *mine = data + blockIdx.x * POINTS;
    point[t] = mine[t];
    point[t + THREADS] = mine[t + THREADS];

    for (int span = 1; span < POINTS; span *= 2) {
        __syncthreads();
        int k = t % span;
        int at = (t / span) * 2 * span + k;
        float2 a = point[at];
        float2 b = multiply(point[at + span], root(k, 2 * span));
        point[at] = make_float2(a.x + b.x, a.y + b.y);
        point[at + span] = make_float2(a.x - b.x, a.y - b.y);
    }
    __syncthreads();
    mine[t] = point[t];
    mine[t + THREADS] = point[t + THREADS];
}

// One stage of a long transform, from one array to the other. A butterfly a thread.
// expect: proved
// kverify: block=256
__global__ void stage(const float2 *in, float2 *out, int span, int butterflies)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= butterflies || span < 1)
        return;
    int k = t % span;
    float2 a = in[t];
    float2 b = multiply(in[t + butterflies], root(k, 2 * span));
    int at = (t / span) * 2 * span + k;
    out[at] = make_float2(a.x + b.x, a.y + b.y);
    out[at + span] = make_float2(a.x - b.x, a.y - b.y);
}

// The inverse transform conjugates and scales.
// expect: proved
__global__ void conjugate_and_scale(float2 *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i].x *= factor;
        data[i].y *= -factor;
    }
}

// The product of two spectra is the spectrum of a convolution.
// expect: proved
__global__ void product(const float2 *a, const float2 *b, float2 *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = multiply(a[i], b[i]);
}

// Twiddle factors between the two passes of a four-step transform: row r, column c times root(r * c).
// expect: proved
__global__ void twiddle(float2 *data, int rows, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns)
        data[r * columns + c] = multiply(data[r * columns + c], root(r * c, rows * columns));
}

// The high bit becomes the low bit: point i comes from where its bits in reverse say.
// expect: proved
// kverify: block=256
__global__ void reverse_bits(const float2 *in, float2 *out)
{
    unsigned t = threadIdx.x;
    unsigned first = __brev(t) >> 24;
    out[blockIdx.x * 256 + t] = in[blockIdx.x * 256 + first];
}

// Sizes of launches as real programs compute them: tests that round up, helpers that return early, arrays, structures, templates.

#include <cstdlib>

// A block writes 64 places of its own.
#define LINES(name)                                                                                                    \
    __global__ void name(float *out, const float *in, int n)                                                           \
    {                                                                                                                  \
        int i = blockIdx.x * 64 + threadIdx.x;                                                                         \
        if (i < n)                                                                                                     \
            out[i] = in[threadIdx.x] + n;                                                                              \
    }

// Right as long as the grid covers all of n.
#define COVERED(name)                                                                                                  \
    __global__ void name(float *out, int n)                                                                            \
    {                                                                                                                  \
        int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;                                   \
        if (i < n)                                                                                                     \
            out[i] = 1;                                                                                                \
        if (i + all < n)                                                                                               \
            out[(i + 1) % n] = 2;                                                                                      \
    }

// expect: proved
COVERED(by_early_return)

static int blocks_for(int a, int b)
{
    if (a % b == 0)
        return a / b;
    return a / b + 1;
}

void run_by_early_return(float *o, int n)
{
    by_early_return<<<blocks_for(n, 256), 256>>>(o, n);
}

// expect: proved
COVERED(by_rounding_up)

void run_by_rounding_up(float *o, int n)
{
    int group = 256;
    int items = n;
    if (items % group != 0)
        items = items + (group - (items % group));
    by_rounding_up<<<items / group, group>>>(o, n);
}

// expect: proved
COVERED(by_one_more)

void run_by_one_more(float *o, int n)
{
    int grid = n / 256;
    if (n % 256)
        grid++;
    by_one_more<<<grid, 256>>>(o, n);
}

// expect: proved
COVERED(by_any_block)

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]), n = atoi(argv[2]);
    float *o;
    cudaMalloc(&o, n * sizeof(float));
    dim3 block(threads), grid((n + threads - 1) / threads);
    by_any_block<<<grid, block>>>(o, n);
}

// The tile has 16 columns.
// expect: proved
__global__ void by_arrays(float *out, const float *in, int w)
{
    __shared__ float t[16 * 8];
    t[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.x + 7 * threadIdx.y];
    __syncthreads();
    out[(blockIdx.y * 8 + threadIdx.y) * 16 * gridDim.x + blockIdx.x * 16 + threadIdx.x] =
        t[threadIdx.y * 16 + 15 - threadIdx.x];
}

void run_by_arrays(float *o, float *in, int w, int h)
{
    size_t local[2], global[2];
    local[0] = 16;
    local[1] = 8;
    global[0] = w / 16;
    global[1] = h / local[1];
    dim3 block(local[0], local[1]), grid(global[0], global[1]);
    by_arrays<<<grid, block>>>(o, in, w);
}

struct Box {
    int nx, ny;
    float d;
};

// expect: proved
__global__ void by_a_structure(float *o, Box b)
{
    o[blockIdx.x * b.nx + threadIdx.x] = b.d + threadIdx.x;
}

void run_by_a_structure(float *o, Box &box)
{
    by_a_structure<<<box.ny, box.nx>>>(o, box);
}

// expect: proved
LINES(by_helpers)

static int more(int a, int b) { return a > b ? a : b; }

static int less(int a, int b)
{
    if (a < b)
        return a;
    return b;
}

void run_by_helpers(float *o, float *in, int n, int m)
{
    by_helpers<<<(n + 63) / 64, more(less(64, n * m), 32)>>>(o, in, n);
}

// expect: proved
LINES(by_cases)

void run_by_cases(float *o, float *in, int n, int kind)
{
    int threads;
    switch (kind) {
    case 0: threads = 16; break;
    case 1: threads = 32; break;
    default: threads = 64;
    }
    by_cases<<<(n + 63) / 64, threads>>>(o, in, n);
}

// expect: proved
LINES(by_template)

template <int N> void run_by_template(float *o, float *in, int n)
{
    dim3 block(N / 2);
    by_template<<<(n + 63) / 64, block>>>(o, in, n);
}

void all_by_template(float *o, float *in, int n)
{
    run_by_template<64>(o, in, n);
    run_by_template<128>(o, in, n);
}

struct Traits {
    static constexpr int threads = 64;
};

// expect: proved
LINES(by_traits)

template <class T> void run_by_traits(float *o, float *in, int n)
{
    by_traits<<<(n + T::threads - 1) / T::threads, T::threads>>>(o, in, n);
}

void all_by_traits(float *o, float *in, int n) { run_by_traits<Traits>(o, in, n); }

class Config {
public:
    const int stride = 7;
    static const int threads = 64;
    Config() {}
};

// expect: proved
__global__ void by_constant_members(float *o, int stride)
{
    float *mine = o + (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    mine[0] = mine[5] + 1;
    mine[6] = 2;
}

void run_by_constant_members(float *o)
{
    Config c;
    by_constant_members<<<4, c.threads>>>(o, c.stride);
}

// Tiles of an anti-diagonal, of which the loop counts down.
// expect: proved
__global__ void by_counting_down(int *a, int width, int k)
{
    int x = blockIdx.x + width - k;
    if (x < width)
        a[x * 16 + threadIdx.x] = k;
    else
        a[threadIdx.x] = blockIdx.x;
}

void run_by_counting_down(int *a, int n)
{
    int width = n / 16;
    for (int k = width - 1; k >= 1; k--)
        by_counting_down<<<k, 16>>>(a, width, k);
}

// expect: proved
__global__ void by_volume(cudaPitchedPtr p, int w, int h)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (y < h && x < w) {
        float *row = (float *)((char *)p.ptr + y * p.pitch);
        row[x] = 2 * row[x];
    }
}

void run_by_volume(int h, int d)
{
    int w = 227;
    cudaPitchedPtr p;
    cudaMalloc3D(&p, make_cudaExtent(w * sizeof(float), h, d));
    dim3 block(16, 8);
    by_volume<<<dim3(15, (h + 7) / 8), block>>>(p, w, h);
}

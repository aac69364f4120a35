// The same with a mistake: what is computed does not cover n, or has more threads than the kernel has places for.

#include <cstdlib>

#define LINES(name)                                                                                                    \
    __global__ void name(float *out, const float *in, int n)                                                           \
    {                                                                                                                  \
        int i = blockIdx.x * 64 + threadIdx.x;                                                                         \
        if (i < n)                                                                                                     \
            out[i] = in[threadIdx.x] + n;                                                                              \
    }

// expect: violated
__global__ void rounded_down(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    if (i < n)
        out[i] = 1; // @rounded
    if (i + all < n)
        out[(i + 1) % n] = 2; //~ data-race block global write-write with @rounded
}

static int blocks_below(int a, int b)
{
    if (a % b == 0)
        return a / b;
    return a / b;
}

void run_rounded_down(float *o, int n)
{
    rounded_down<<<blocks_below(n, 256), 256>>>(o, n);
}

// expect: violated
__global__ void one_less(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    if (i < n)
        out[i] = 1; // @less
    if (i + all < n)
        out[(i + 1) % n] = 2; //~ data-race block global write-write with @less //~ data-race grid global write-write with @less
}

void run_one_less(float *o, int n)
{
    int grid = n / 256;
    if (n % 256 == 0)
        grid--;
    one_less<<<grid, 256>>>(o, n);
}

// An element that a test makes larger: which test holds is not told.
// expect: suspect
__global__ void larger_element(float *out, const float *in)
{
    out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + blockIdx.x; //~ data-race grid global write-write
}

void run_larger_element(float *o, float *in, bool large)
{
    int local[2] = {64, 1};
    if (large)
        local[0] = 128;
    larger_element<<<2, local[0]>>>(o, in);
}

struct Row {
    int nx, ny;
};

// The structure is another one by then.
// expect: violated
__global__ void changed_structure(float *o, Row b)
{
    o[blockIdx.x * b.nx + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

void run_changed_structure(float *o)
{
    Row row = {64, 4};
    dim3 block(row.nx), grid(row.ny);
    row.nx = 32;
    changed_structure<<<grid, block>>>(o, row);
}

// expect: violated
__global__ void larger_instance(float *out, const float *in)
{
    out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + blockIdx.x; //~ data-race grid global write-write
}

template <int N> void run_larger_instance(float *o, float *in)
{
    larger_instance<<<2, N / 2>>>(o, in);
}

void all_larger_instances(float *o, float *in)
{
    run_larger_instance<64>(o, in);
    run_larger_instance<256>(o, in);
}

class Narrow {
public:
    const int stride = 7;
    Narrow() : stride(5) {}
};

// expect: suspect
__global__ void other_constant(float *o, int stride)
{
    float *mine = o + (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    mine[0] = mine[5] + 1; //~ data-race block global read-write //~ data-race grid global read-write //~ data-race grid global write-write //~ warning data-race block global write-write
}

void run_other_constant(float *o)
{
    Narrow c;
    other_constant<<<4, 64>>>(o, c.stride);
}

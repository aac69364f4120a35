// A stencil of radius 3: each block stages its cells and a halo on both sides.

#define RADIUS 3
#define BLOCK 128

// expect: proved
// kverify: block=128
__global__ void stencil(const float *in, float *out)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int t = threadIdx.x;
    int g = blockIdx.x * BLOCK + t + RADIUS;

    tile[t + RADIUS] = in[g];
    if (t < RADIUS) {
        tile[t] = in[g - RADIUS];
        tile[t + RADIUS + BLOCK] = in[g + BLOCK];
    }
    __syncthreads();

    float sum = 0.0f;
    for (int o = -RADIUS; o <= RADIUS; ++o)
        sum += tile[t + RADIUS + o];
    out[g] = sum;
}

// expect: violated
// kverify: block=128
__global__ void stencil_no_barrier(const float *in, float *out)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    int t = threadIdx.x;
    int g = blockIdx.x * BLOCK + t + RADIUS;

    tile[t + RADIUS] = in[g]; // @middle
    if (t < RADIUS) {
        tile[t] = in[g - RADIUS]; // @left
        tile[t + RADIUS + BLOCK] = in[g + BLOCK]; // @right
    }

    float sum = 0.0f;
    for (int o = -RADIUS; o <= RADIUS; ++o)
        sum += tile[t + RADIUS + o];
    //~ data-race block shared read-write with @middle
    //~ data-race block shared read-write with @left
    //~ data-race block shared read-write with @right
    out[g] = sum;
}

// The stencil works in place: a neighbour's old value may already be gone.
// expect: violated
__global__ void stencil_in_place(float *cells, int n)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= 1 && g < n - 1)
        cells[g] = 0.5f * (cells[g - 1] + cells[g + 1]); // @step
    //~ data-race block global read-write with @step x2
    //~ data-race grid global read-write with @step x2
}

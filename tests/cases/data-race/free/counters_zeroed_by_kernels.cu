// Counters that a kernel sets to zero, which tell the blocks of another which of them is the last one.

__device__ void sum_up(const float *in, float *part, float *out, unsigned *count)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
}

__global__ void zero_it(unsigned *count) { *count = 0; }
__global__ void zero_each(unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        counts[i] = 0;
}
__global__ void zero_in_turn(unsigned *counts, int n)
{
    for (int i = 0; i < n; i++)
        counts[i] = 0;
}
__global__ void fill(unsigned *counts, unsigned value, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        counts[i] = value;
}

// expect: proved
__global__ void zeroed(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_it(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    zero_it<<<1, 1>>>(count);
    zeroed<<<8, 32>>>(a, b, c, count);
}

// The first of several; each of them.
// expect: proved
__global__ void each_zeroed(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_each(float *a, float *b, float *c, int n)
{
    unsigned *counts;
    cudaMalloc(&counts, n * sizeof *counts);
    zero_each<<<(n + 255) / 256, 256>>>(counts, n);
    each_zeroed<<<8, 32>>>(a, b, c, counts);
}

// expect: proved
__global__ void zeroed_in_turn(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_in_turn(float *a, float *b, float *c, int n)
{
    unsigned *counts;
    cudaMalloc(&counts, n * sizeof *counts);
    zero_in_turn<<<1, 1>>>(counts, n);
    zeroed_in_turn<<<8, 32>>>(a, b, c, counts);
}

// expect: proved
__global__ void filled(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void fill_with_zeros(float *a, float *b, float *c, int n)
{
    unsigned *counts;
    cudaMalloc(&counts, n * sizeof *counts);
    fill<<<1, 128>>>(counts, 0, n);
    filled<<<8, 32>>>(a, b, c, counts);
}

// The second one is zeroed, and counted.
// expect: proved
__global__ void second_zeroed(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_second(float *a, float *b, float *c)
{
    unsigned *counts;
    cudaMalloc(&counts, 8);
    zero_it<<<1, 1>>>(counts + 1);
    second_zeroed<<<8, 32>>>(a, b, c, counts + 1);
}

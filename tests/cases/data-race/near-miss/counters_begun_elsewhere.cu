// One function sets a counter to zero, another launches what counts there and puts it back.

// Whether this is the thread that has put the sum together.
__device__ bool sum_up(const float *in, float *part, float *out, unsigned *count)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    bool is_last = last && threadIdx.x == 0;
    if (is_last) {
        __threadfence();
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
    return is_last;
}

static unsigned *set_to_zero;

void begin_with_zero()
{
    cudaMalloc(&set_to_zero, 4);
    cudaMemset(set_to_zero, 0, 4);
}

// expect: proved
__global__ void behind_zero(const float *in, float *part, float *out, unsigned *count)
{
    if (sum_up(in, part, out, count))
        *count = 0;
}

void launch_on_zero(float *a, float *b, float *c)
{
    behind_zero<<<8, 32>>>(a, b, c, set_to_zero);
}

static unsigned *set_each_time;

void allocate_only()
{
    cudaMalloc(&set_each_time, 4);
}

// expect: proved
__global__ void behind_what_is_set_each_time(const float *in, float *part, float *out, unsigned *count)
{
    sum_up(in, part, out, count);
}

void set_and_launch(float *a, float *b, float *c)
{
    cudaMemset(set_each_time, 0, 4);
    behind_what_is_set_each_time<<<8, 32>>>(a, b, c, set_each_time);
}

__device__ unsigned begun_elsewhere;

void begin_elsewhere()
{
    unsigned none = 0;
    cudaMemcpyToSymbol(begun_elsewhere, &none, 4);
}

// expect: proved
__global__ void with_variable_at_zero(const float *in, float *part, float *out)
{
    if (sum_up(in, part, out, &begun_elsewhere))
        begun_elsewhere = 0;
}

void launch_with_variable_at_zero(float *a, float *b, float *c)
{
    with_variable_at_zero<<<8, 32>>>(a, b, c);
}

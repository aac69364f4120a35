// What one function leaves in a counter, the launch in another finds there.

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

static unsigned *never_set;

void allocate_only()
{
    cudaMalloc(&never_set, 4);
}

// expect: unknown
__global__ void behind_what_is_not_set(const float *in, float *part, float *out, unsigned *count)
{
    if (sum_up(in, part, out, count))
        *count = 0;
}

void launch_on_what_is_not_set(float *a, float *b, float *c)
{
    behind_what_is_not_set<<<8, 32>>>(a, b, c, never_set);
}

static unsigned *set_to_one;

void begin_with_one()
{
    unsigned one = 1;
    cudaMalloc(&set_to_one, 4);
    cudaMemcpy(set_to_one, &one, 4, cudaMemcpyHostToDevice);
}

// expect: unknown
__global__ void behind_one(const float *in, float *part, float *out, unsigned *count)
{
    if (sum_up(in, part, out, count))
        *count = 0;
}

void launch_on_one(float *a, float *b, float *c)
{
    behind_one<<<8, 32>>>(a, b, c, set_to_one);
}

static unsigned *never_put_back;

void begin_with_zero()
{
    cudaMalloc(&never_put_back, 4);
    cudaMemset(never_put_back, 0, 4);
}

// expect: unknown
__global__ void leaves_what_it_counted(const float *in, float *part, float *out, unsigned *count)
{
    sum_up(in, part, out, count);
}

void launch_on_what_was_counted(float *a, float *b, float *c)
{
    leaves_what_it_counted<<<8, 32>>>(a, b, c, never_put_back);
}

__device__ unsigned begun_elsewhere;

void begin_elsewhere()
{
    unsigned one = 1;
    cudaMemcpyToSymbol(begun_elsewhere, &one, 4);
}

// expect: unknown
__global__ void with_variable(const float *in, float *part, float *out)
{
    if (sum_up(in, part, out, &begun_elsewhere))
        begun_elsewhere = 0;
}

void launch_with_variable(float *a, float *b, float *c)
{
    with_variable<<<8, 32>>>(a, b, c);
}

// Counters that hold zeros when the blocks count there which of them is the last one.

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

__global__ void fill_by(unsigned *to, unsigned value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value;
}

// expect: proved
__global__ void after_zero_record(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

struct Starts {
    unsigned blocks, rounds;
};

void copy_zeros(float *a, float *b, float *c, Starts *counts)
{
    Starts start = {0, 0};
    cudaMemcpy(counts, &start, sizeof start, cudaMemcpyHostToDevice);
    after_zero_record<<<8, 32>>>(a, b, c, (unsigned *)counts);
}

// expect: proved
__global__ void after_filling_with_zeros(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void fill_with_zero(float *a, float *b, float *c, unsigned *count)
{
    fill_by<<<1, 32>>>(count, 0, 1);
    after_filling_with_zeros<<<8, 32>>>(a, b, c, count);
}

// expect: proved
__global__ void after_zero(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_to_zero(float *a, float *b, float *c, int first)
{
    unsigned *count;
    cudaMallocManaged(&count, 4);
    *count = first;
    *count = 0;
    after_zero<<<8, 32>>>(a, b, c, count);
}

// expect: proved
__global__ void after_copy_of_zeros(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_zeros_on_device(float *a, float *b, float *c)
{
    unsigned *from, *count;
    cudaMalloc(&from, 4);
    cudaMalloc(&count, 4);
    cudaMemset(from, 0, 4);
    cudaMemcpy(count, from, 4, cudaMemcpyDeviceToDevice);
    after_copy_of_zeros<<<8, 32>>>(a, b, c, count);
}

__device__ unsigned begun_at_zero = 0;

// expect: proved
__global__ void after_zero_declaration(const float *in, float *part, float *out)
{
    sum_up(in, part, out, &begun_at_zero);
}

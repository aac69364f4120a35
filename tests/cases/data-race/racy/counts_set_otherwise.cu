// Counters that do not hold zeros, or need not, when the blocks count there which of them is the last one.

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

__global__ void fill_with(unsigned *to, unsigned value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value;
}

// expect: unknown
__global__ void after_copy_of_record(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

struct Counts {
    unsigned blocks, rounds;
};

void copy_record(float *a, float *b, float *c, Counts *counts)
{
    Counts start = {1, 0};
    cudaMemcpy(counts, &start, sizeof start, cudaMemcpyHostToDevice);
    after_copy_of_record<<<8, 32>>>(a, b, c, (unsigned *)counts);
}

// expect: unknown
__global__ void after_filling(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void fill_with_one(float *a, float *b, float *c, unsigned *count)
{
    fill_with<<<1, 32>>>(count, 1, 1);
    after_filling<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void after_unknown_value(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_to_anything(float *a, float *b, float *c, int first)
{
    unsigned *count;
    cudaMallocManaged(&count, 4);
    *count = first;
    after_unknown_value<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void after_copy_on_device(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_on_device(float *a, float *b, float *c)
{
    unsigned *from, *count, one = 1;
    cudaMalloc(&from, 4);
    cudaMalloc(&count, 4);
    cudaMemcpy(from, &one, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(count, from, 4, cudaMemcpyDeviceToDevice);
    after_copy_on_device<<<8, 32>>>(a, b, c, count);
}

__device__ unsigned begun = 1;

// expect: proved
__global__ void begin_again() { begun = 1; } //~ warning data-race block global write-write //~ warning data-race grid global write-write

// expect: unknown
__global__ void after_declaration(const float *in, float *part, float *out) { sum_up(in, part, out, &begun); }

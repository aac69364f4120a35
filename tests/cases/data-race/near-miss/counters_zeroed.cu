// Counters that host code sets to zero in one of its many ways.
#include <cstdlib>
#include <cstring>

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

// expect: proved
__global__ void set_all(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_all_of_it(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 64);
    cudaMemset(count, 0, 64);
    set_all<<<8, 32>>>(a, b, c, count);
}

// expect: proved
__global__ void set_at_its_start(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_its_start(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 64);
    cudaMemset(count, 0, 4);
    set_at_its_start<<<8, 32>>>(a, b, c, count);
}

// expect: proved
__global__ void copied_from_list(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_from_list(float *a, float *b, float *c)
{
    unsigned start[2] = {0}, *count;
    cudaMalloc(&count, sizeof start);
    cudaMemcpy(count, start, sizeof start, cudaMemcpyHostToDevice);
    copied_from_list<<<8, 32>>>(a, b, c, count);
}

// expect: proved
__global__ void copied_from_heap(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_from_heap(float *a, float *b, float *c, int n)
{
    unsigned *start = (unsigned *)calloc(n, 4), *count;
    cudaMalloc(&count, n * 4);
    cudaMemcpy(count, start, n * 4, cudaMemcpyHostToDevice);
    copied_from_heap<<<8, 32>>>(a, b, c, count);
    free(start);
}

// expect: proved
__global__ void copied_from_loop(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_what_a_loop_set(float *a, float *b, float *c, int n)
{
    unsigned *start = new unsigned[n], *count;
    for (int i = 0; i < n; i++)
        start[i] = 0;
    cudaMalloc(&count, n * 4);
    cudaMemcpy(count, start, n * 4, cudaMemcpyHostToDevice);
    copied_from_loop<<<8, 32>>>(a, b, c, count);
    delete[] start;
}

// expect: proved
__global__ void set_between(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_between_launches(float *a, float *b, float *c, int rounds)
{
    unsigned *count;
    cudaMallocManaged(&count, 4);
    for (int i = 0; i < rounds; i++) {
        *count = 0;
        set_between<<<8, 32>>>(a, b, c, count);
        cudaDeviceSynchronize();
    }
}

// expect: proved
__global__ void given_by_callers(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void launch_with_what_is_given(float *a, float *b, float *c, unsigned *count)
{
    given_by_callers<<<8, 32>>>(a, b, c, count);
}

__global__ void zero_counts(unsigned *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        count[i] = 0;
}

// expect: proved
__global__ void cleared_by_kernel(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void zero_by_kernel(float *a, float *b, float *c, int rounds)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    for (int i = 0; i < rounds; i++) {
        zero_counts<<<1, 32>>>(count, 1);
        cleared_by_kernel<<<8, 32>>>(a, b, c, count);
    }
}


__managed__ unsigned of_both;

// expect: proved
__global__ void cleared_by_host(const float *in, float *part, float *out) { sum_up(in, part, out, &of_both); }

void clear_on_host(float *a, float *b, float *c)
{
    of_both = 0;
    cleared_by_host<<<8, 32>>>(a, b, c);
    cudaDeviceSynchronize();
}

// Counters of which nothing shows that they hold zeros when the blocks count there which of them is the last one.
#include <algorithm>
#include <cuda.h>
#include <vector>

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

// expect: unknown
__global__ void never_set(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_nothing(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    never_set<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void filled_by_library(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void fill_by_library(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMallocManaged(&count, 4);
    std::fill(count, count + 1, 1u);
    filled_by_library<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void copied_from_behind(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_from_behind(float *a, float *b, float *c)
{
    unsigned start[2] = {0, 1}, *count;
    cudaMalloc(&count, 4);
    cudaMemcpy(count, start + 1, 4, cudaMemcpyHostToDevice);
    copied_from_behind<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void copied_from_vector(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_from_vector(float *a, float *b, float *c)
{
    std::vector<unsigned> start(1, 1u);
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemcpy(count, start.data(), 4, cudaMemcpyHostToDevice);
    copied_from_vector<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void copied_from_new(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void copy_from_new(float *a, float *b, float *c)
{
    unsigned *start = new unsigned(1), *count;
    cudaMalloc(&count, 4);
    cudaMemcpy(count, start, 4, cudaMemcpyHostToDevice);
    copied_from_new<<<8, 32>>>(a, b, c, count);
    delete start;
}

// expect: unknown
__global__ void set_behind_it(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_behind_it_only(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 64);
    cudaMemset(count + 1, 0, 60);
    set_behind_it<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void counted_by_host(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void count_on_host(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMallocManaged(&count, 4);
    *count = 0;
    __atomic_fetch_add(count, 3, 0);
    counted_by_host<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void handed_to_others(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void begin_to_count(unsigned *count);

void hand_to_others(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    begin_to_count(count);
    handed_to_others<<<8, 32>>>(a, b, c, count);
}

__device__ unsigned counts_on;

// expect: unknown
__global__ void launched_again(const float *in, float *part, float *out) { sum_up(in, part, out, &counts_on); }

void launch_once_a_call(float *a, float *b, float *c)
{
    launched_again<<<8, 32>>>(a, b, c);
}

__managed__ unsigned of_both;

// expect: unknown
__global__ void assigned_by_host(const float *in, float *part, float *out) { sum_up(in, part, out, &of_both); }

static void assign(float *a, float *b, float *c)
{
    of_both = 1;
    assigned_by_host<<<8, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    of_both = 0;
}

void assign_it(float *a, float *b, float *c)
{
    assign(a, b, c);
}

__device__ unsigned by_address;

// expect: unknown
__global__ void set_by_address(const float *in, float *part, float *out) { sum_up(in, part, out, &by_address); }

void set_through_its_address(float *a, float *b, float *c)
{
    void *count;
    unsigned one = 1;
    cudaGetSymbolAddress(&count, by_address);
    cudaMemcpy(count, &one, 4, cudaMemcpyHostToDevice);
    set_by_address<<<8, 32>>>(a, b, c);
}

// expect: unknown
__global__ void launched_backwards(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void jump_back(float *a, float *b, float *c, int rounds)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
again:
    launched_backwards<<<8, 32>>>(a, b, c, count);
    if (--rounds)
        goto again;
}

// Two bytes of four.
// expect: unknown
__global__ void zeroed_in_part(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void zero_in_part(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 2);
    zeroed_in_part<<<8, 32>>>(a, b, c, count);
}

// A number of elements is no number of bytes.
// expect: unknown
__global__ void zeroed_by_number(const float *in, float *part, float *out, unsigned *counts) { sum_up(in, part, out, counts + 1); }

void zero_by_number(float *a, float *b, float *c, int n)
{
    unsigned *counts;
    cudaMalloc(&counts, n * sizeof *counts);
    cudaMemset(counts, 0, n);
    zeroed_by_number<<<8, 32>>>(a, b, c, counts);
}

// What the device held elsewhere is copied there.
// expect: unknown
__global__ void zeroed_and_copied(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void zero_and_copy(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    cudaMemcpy(count, c, 4, cudaMemcpyDeviceToDevice);
    zeroed_and_copied<<<8, 32>>>(a, b, c, count);
}

// The driver's function sets other words than 0.
// expect: unknown
__global__ void set_by_driver(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }

void set_words(float *a, float *b, float *c)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    cuMemsetD32((CUdeviceptr)count, 7, 1);
    set_by_driver<<<8, 32>>>(a, b, c, count);
}

// An index stands in front of its array.
// expect: unknown
__global__ void set_backwards(const float *in, float *part, float *out, unsigned *counts) { sum_up(in, part, out, counts + 1); }

void set_by_index(float *a, float *b, float *c)
{
    unsigned *counts;
    cudaMallocManaged(&counts, 8);
    cudaMemset(counts, 0, 8);
    1[counts] = 4;
    set_backwards<<<8, 32>>>(a, b, c, counts);
}

// Kernels that zero it only where an argument says so, or what is in memory, or somewhere else.
// expect: proved
__global__ void zero_if(unsigned *count, int n)
{
    if (n > 3)
        *count = 0;
}
__global__ void zero_if_told(unsigned *count, const int *told)
{
    if (*told)
        *count = 0;
}
__global__ void zero_each_if(unsigned *counts, int n, int told)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && told)
        counts[i] = 0;
}
__global__ void zero_one_of(unsigned *counts, int n) { counts[n ? 0 : 1] = 0; }
__global__ void zero_it(unsigned *count) { *count = 0; }
__global__ void zero_second(unsigned *counts) { counts[1] = 0; }

// expect: unknown
__global__ void zeroed_if(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_if(float *a, float *b, float *c, int n)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    zero_if<<<1, 1>>>(count, n);
    zeroed_if<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void zeroed_if_told(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_if_told(float *a, float *b, float *c, int *told)
{
    unsigned *count;
    cudaMalloc(&count, 4);
    zero_if_told<<<1, 1>>>(count, told);
    zeroed_if_told<<<8, 32>>>(a, b, c, count);
}

// expect: unknown
__global__ void zeroed_each_if(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_each_if(float *a, float *b, float *c, int n, int told)
{
    unsigned *counts;
    cudaMalloc(&counts, n * sizeof *counts);
    zero_each_if<<<(n + 255) / 256, 256>>>(counts, n, told);
    zeroed_each_if<<<8, 32>>>(a, b, c, counts);
}

// expect: unknown
__global__ void zeroed_one_of(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_one_of(float *a, float *b, float *c, int n)
{
    unsigned *counts;
    cudaMalloc(&counts, 8);
    zero_one_of<<<1, 1>>>(counts, n);
    zeroed_one_of<<<8, 32>>>(a, b, c, counts);
}

// expect: unknown
__global__ void zeroed_beside(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_beside(float *a, float *b, float *c)
{
    unsigned *counts;
    cudaMalloc(&counts, 8);
    zero_it<<<1, 1>>>(counts + 1);
    zeroed_beside<<<8, 32>>>(a, b, c, counts);
}

// expect: unknown
__global__ void zeroed_second(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_second(float *a, float *b, float *c)
{
    unsigned *counts;
    cudaMalloc(&counts, 8);
    zero_second<<<1, 1>>>(counts);
    zeroed_second<<<8, 32>>>(a, b, c, counts);
}

// Memory is set from its first byte on; the kernel counts behind that.
// expect: unknown
__global__ void counted_behind(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void count_behind(float *a, float *b, float *c)
{
    unsigned *counts;
    cudaMalloc(&counts, 8);
    cudaMemset(counts, 0, 4);
    counted_behind<<<8, 32>>>(a, b, c, counts + 1);
}

// A reference names one of two numbers.
// expect: unknown
__global__ void set_by_reference(const float *in, float *part, float *out, unsigned *count) { sum_up(in, part, out, count); }
void set_one_of_two(float *a, float *b, float *c, int n)
{
    unsigned *count, first = 0, second = 0;
    cudaMalloc(&count, 4);
    unsigned &one = n ? first : second;
    one = 5;
    cudaMemcpy(count, &first, 4, cudaMemcpyHostToDevice);
    set_by_reference<<<8, 32>>>(a, b, c, count);
}

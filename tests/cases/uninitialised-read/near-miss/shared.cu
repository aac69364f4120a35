// Shared memory that is written before it is read, though not by a plain store of the thread that reads it.
// kverify-test: block=64 grid=2
#include <cub/cub.cuh>
#include <cuda_pipeline.h>

// Threads go round together until all is written.
// expect: proved
__global__ void strided(const int *in, int *out)
{
    __shared__ int s[200];
    for (int i = threadIdx.x; i < 200; i += 64)
        s[i] = in[i];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 200; ++i)
        sum += s[i];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The same guard stands before both.
// expect: proved
__global__ void same_guard(const int *in, int *out, int n)
{
    __shared__ int s[64];
    if (threadIdx.x < n)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n && n <= 64)
        out[blockIdx.x * 64 + threadIdx.x] = s[n - 1 - threadIdx.x];
}

// A tree of sums reads no more than was written, round by round.
// expect: proved
__global__ void tree(const int *in, int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    for (int step = 32; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

// The halo is written by other threads.
// expect: proved
__global__ void halo(const int *in, int *out)
{
    __shared__ int s[66];
    s[threadIdx.x + 1] = in[threadIdx.x];
    if (threadIdx.x == 0)
        s[0] = 0;
    if (threadIdx.x == 63)
        s[65] = 0;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2];
}

// expect: proved
__global__ void by_copies(const int *in, int *out)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// expect: proved
__global__ void by_exchange(int *out)
{
    __shared__ int s[64];
    atomicExch(&s[threadIdx.x], 1);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// expect: proved
__global__ void by_library(int *out)
{
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__device__ void clear(int *s) { s[threadIdx.x] = 0; }

// expect: proved
__global__ void by_function(int *out)
{
    __shared__ int s[64];
    clear(s);
    __syncthreads();
    atomicAdd(&s[threadIdx.x / 2], 1);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

// One memory, written as one type and read as another.
// expect: proved
__global__ void other_type(const float4 *in, float *out)
{
    extern __shared__ float4 wide[];
    wide[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float *narrow = reinterpret_cast<float *>(wide);
    out[blockIdx.x * 64 + threadIdx.x] = narrow[255 - threadIdx.x];
}

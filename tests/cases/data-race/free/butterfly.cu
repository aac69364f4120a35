// All lanes of a warp hold one value after a broadcast, a reduction or all steps of a butterfly, and all of them may write it.
// kverify-test: block=128 grid=2
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void broadcast(float *out, const float *in)
{
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = __shfl_sync(0xffffffffu, in[threadIdx.x], 3); //~ warning data-race block global write-write
}

// expect: proved
__global__ void reduced(float *out, const float *in)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float sum = cg::reduce(warp, in[threadIdx.x], cg::plus<float>());
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = sum; //~ warning data-race block global write-write
}

__device__ float total(float v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// expect: proved
__global__ void added_up(float *out, const float *in)
{
    __shared__ float sums[4];
    sums[threadIdx.x / 32] = total(in[threadIdx.x]); //~ warning data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = sums[threadIdx.x % 4];
}

// expect: proved
__global__ void added_up_in_rounds(float *out, const float *in, int n)
{
    for (int i = 0; i < n; i++) {
        float v = in[i * 128 + threadIdx.x];
#pragma unroll
        for (int d = 1; d < 32; d <<= 1)
            v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
        out[(blockIdx.x * n + i) * 4 + threadIdx.x / 32] = v; //~ warning data-race block global write-write
    }
}

// expect: proved
__global__ void step_by_step(int *out, const int *in)
{
    int v = in[threadIdx.x];
    v += __shfl_xor_sync(0xffffffffu, v, 4);
    v = max(v, __shfl_xor_sync(0xffffffffu, v, 2));
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    out[(blockIdx.x * 128 + threadIdx.x) / 8] = v; //~ warning data-race block global write-write
}

// expect: proved
__global__ void two_at_once(float *out, const float *in)
{
    float sum = in[threadIdx.x], square = sum * sum;
    for (int d = 16; d >= 1; d >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
        square += __shfl_xor_sync(0xffffffffu, square, d);
    }
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = square - sum * sum; //~ warning data-race block global write-write
}

// The upper and the lower half of the lanes hold values of their own.
// expect: proved
__global__ void of_half_a_warp(double *out, const double *in)
{
    double v = in[threadIdx.x];
    for (int d = 8; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d, 16);
    out[(blockIdx.x * 128 + threadIdx.x) / 16] = v; //~ warning data-race block global write-write
}

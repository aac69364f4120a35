// Short names are macros before anything is included, and mean nothing inside of the headers.
#define N 64
#define T float
#define n 4
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

// expect: proved
__global__ void __launch_bounds__(N) sums(T *out, const T *in)
{
    typedef cub::BlockReduce<T, N> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T sum = Reduce(storage).Sum(in[blockIdx.x * N + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = __tanhf(sum);
}

// expect: proved
__global__ void __launch_bounds__(N) turned(T *a)
{
    __shared__ T s[N];
    cg::thread_block block = cg::this_thread_block();
    s[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
    block.sync();
    a[blockIdx.x * N + threadIdx.x] = n * s[N - 1 - threadIdx.x];
}

void host(T *out, const T *in, T *a)
{
    sums<<<8, N>>>(out, in);
    turned<<<8, N>>>(a);
}

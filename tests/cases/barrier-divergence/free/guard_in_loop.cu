// A guard in a loop that is the same for all, or whose ways meet again before the barrier.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void every_fourth(int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        if (threadIdx.x < i)
            sum += i;
        if (i % 4 == 3)
            __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// expect: proved
__global__ void nested(int *out, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 3; ++j) {
            if (threadIdx.x > j)
                out[blockIdx.x * 64 + threadIdx.x] += i;
            if (i == j)
                __syncthreads();
        }
}

// expect: proved
__global__ void with_continue(int *out, int n)
{
    int i = 0;
    do {
        if (i == 2) {
            ++i;
            continue;
        }
        __syncthreads();
        out[blockIdx.x * 64 + threadIdx.x] = i;
        if (i > 5)
            break;
        ++i;
    } while (i < n);
}

// expect: proved
__global__ void of_the_grid(int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (blockIdx.x < i)
            out[blockIdx.x * 64 + threadIdx.x] += i;
        if (i % 2)
            cg::this_grid().sync();
    }
}

// expect: proved
__global__ void flag_of_all(int *out)
{
    __shared__ int more;
    for (int i = 0;; ++i) {
        if (threadIdx.x == 0)
            more = out[blockIdx.x * 64] > i;
        __syncthreads();
        if (!more)
            break;
        if (i % 3 == 0) {
            __syncthreads();
            continue;
        }
        __syncthreads();
    }
}

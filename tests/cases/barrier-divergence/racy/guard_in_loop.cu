// The loop goes round equally often for all, but a guard in it lets threads pass the barrier by: they wait in different iterations.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void once(int *out)
{
    for (int i = 0; i < 3; ++i)
        if (threadIdx.x <= 10 || i != 0)
            __syncthreads(); //~ barrier-divergence
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Each thread waits as often as the others.
// expect: violated
__global__ void as_often(int *out)
{
    for (int i = 0; i < 8; ++i)
        if ((threadIdx.x + i) % 2)
            __syncthreads(); //~ barrier-divergence
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void nested(int *out)
{
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            if (j == threadIdx.x % 3)
                __syncthreads(); //~ barrier-divergence // @inside
    __syncthreads(); //~ barrier-divergence with @inside
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void jump(int *out)
{
    int i = 0;
again:
    if (threadIdx.x > 10 && i == 0)
        goto skip;
    __syncthreads(); //~ barrier-divergence
skip:
    if (++i < 3)
        goto again;
    out[blockIdx.x * 64 + threadIdx.x] = i;
}

// expect: violated
__global__ void of_the_grid(int *out)
{
    for (int i = 0; i < 2; ++i)
        if (i == blockIdx.x % 2)
            cg::this_grid().sync(); //~ barrier-divergence
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// The warp barrier is not where its other lanes are: what that orders is not known.
// expect: unknown
__global__ void of_the_warp(int *out)
{
    __shared__ int tile[64];
    for (int i = 0; i < 2; ++i)
        if (i == threadIdx.x % 2) {
            tile[threadIdx.x] = 1;
            __syncwarp();
            out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x ^ 2];
        }
}

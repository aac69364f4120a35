// Operations are handed what they are not defined for.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// expect: violated
__global__ void number(int *a)
{
    asm volatile("barrier.sync 17, 64;"); //~ invalid-argument
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void half_a_warp(int *a)
{
    asm volatile("barrier.sync 1, 48;"); //~ invalid-argument
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void arrival(int *a)
{
    if (threadIdx.x < 32)
        asm volatile("bar.arrive 16, 64;"); //~ invalid-argument
    else
        asm volatile("bar.sync 16, 64;"); //~ invalid-argument
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void __cluster_dims__(2, 1, 1) rank(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    for (unsigned k = 0; k <= cluster.num_blocks(); k++)
        out[blockIdx.x * 64 + threadIdx.x] += cluster.map_shared_rank(s, k)[threadIdx.x]; //~ invalid-argument
    cluster.sync();
}

// expect: violated
__global__ void size(const char *in, int *out)
{
    __shared__ char s[512];
    __pipeline_memcpy_async(&s[8 * threadIdx.x], &in[8 * threadIdx.x], 6); //~ invalid-argument
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[blockIdx.x * 64 + threadIdx.x] = s[8 * threadIdx.x];
}

__device__ int add(int *to, int by) { return atomicAdd(to, by); } //~ invalid-argument

// expect: violated
__global__ void own(int *a)
{
    int mine[2] = {0, 0};
    add(&mine[1], 2);
    a[blockIdx.x * 64 + threadIdx.x] = mine[1];
}

// expect: violated
__global__ void own_in_assembly(int *a)
{
    int mine = 0;
    asm volatile("red.add.s32 [%0], 1;" :: "l"(&mine) : "memory"); //~ invalid-argument
    a[blockIdx.x * 64 + threadIdx.x] = mine;
}

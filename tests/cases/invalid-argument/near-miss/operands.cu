// As in racy/operands.cu, but what is handed over is defined, or no thread hands it over.
// kverify-test: block=64 grid=4
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void number(int *a)
{
    asm volatile("barrier.sync 15, 64;");
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void nobody(int *a)
{
    if (blockDim.x > 64)
        asm volatile("barrier.sync 16;");
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void __cluster_dims__(2, 1, 1) rank(int *out)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    int sum = 0;
    for (unsigned k = 0; k < cluster.num_blocks(); k++)
        sum += cluster.map_shared_rank(s, k)[threadIdx.x];
    if (cluster.block_rank() > 0)
        sum += cluster.map_shared_rank(s, cluster.block_rank() - 1)[threadIdx.x];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
    cluster.sync();
}

// What data says, is the caller's.
// expect: proved
__global__ void __cluster_dims__(2, 1, 1) rank_of_data(int *out, unsigned of)
{
    __shared__ int s[64];
    cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x;
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(s, of)[threadIdx.x];
    cluster.sync();
}

// expect: proved
__global__ void size(const char *in, int *out)
{
    __shared__ __align__(16) char s[1024];
    __pipeline_memcpy_async(&s[16 * threadIdx.x], &in[16 * threadIdx.x], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[blockIdx.x * 64 + threadIdx.x] = s[16 * threadIdx.x];
}

__device__ int add(int *to, int by) { return atomicAdd(to, by); }

// expect: proved
__global__ void shared(int *a)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    add(&sum, 1);
    add(&a[0], 1);
}

// It is made for that.
// expect: proved
__global__ void own(int *a)
{
    int mine = 0;
    cuda::atomic_ref<int, cuda::thread_scope_thread>(mine).fetch_add(1);
    a[blockIdx.x * 64 + threadIdx.x] = mine;
}

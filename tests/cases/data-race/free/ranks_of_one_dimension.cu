// Kernels that are written for blocks of one dimension and ask their groups to wait, or for a thread's rank: ranks count all dimensions,
// but nothing else does.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// expect: proved
__global__ void reverse(int *a) {
    __shared__ int tile[1024];
    cg::thread_block block = cg::this_thread_block();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = a[i];
    block.sync();
    a[i] = tile[blockDim.x - 1 - threadIdx.x] + block.thread_rank();
}

// expect: proved
__global__ void sum(const int *a, int *out, int n) {
    __shared__ int part[1024];
    cg::thread_block block = cg::this_thread_block();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0;
    block.sync();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        block.sync();
    }
    if (block.thread_rank() == 0) out[blockIdx.x] = part[0];
}

// Ranks alone are right in every dimension.
// expect: proved
__global__ void by_rank(int *a) {
    __shared__ int tile[1024];
    cg::thread_block block = cg::this_thread_block();
    unsigned n = block.thread_rank();
    tile[n] = n;
    block.sync();
    if (n + 1 < block.size()) a[blockIdx.x * 1024 + n] = tile[n + 1];
}

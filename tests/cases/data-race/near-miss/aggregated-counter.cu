// kverify-test: block=32
// Lanes that need a place ask for theirs together; one of them counts for all.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int claim(int *counter) {
    cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
    first = active.shfl(first, 0);
    return first + active.thread_rank();
}

// expect: proved
__global__ void filter(int *out, int *count, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) out[claim(count)] = in[i];
}

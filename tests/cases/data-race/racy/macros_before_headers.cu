// As in the case without races, but for the barrier.
#define N 64
#define T float
#include <cooperative_groups.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;

// expect: violated
__global__ void __launch_bounds__(N) turned(T *a)
{
    __shared__ T s[N];
    cg::thread_block block = cg::this_thread_block();
    s[threadIdx.x] = a[blockIdx.x * N + threadIdx.x]; // @put
    a[blockIdx.x * N + threadIdx.x] = block.size() * s[N - 1 - threadIdx.x]; //~ data-race block shared read-write with @put
}

void host(T *a)
{
    turned<<<8, N>>>(a);
}

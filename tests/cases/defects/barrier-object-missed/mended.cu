// It expects half of them.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: proved
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 32);
    __syncthreads();
    if (threadIdx.x < 32)
        all.arrive_and_wait();
    a[threadIdx.x] = 1;
}

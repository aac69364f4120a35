// A barrier of the block between them.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: proved
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    all.arrive_and_wait();
    a[threadIdx.x] = 1;
}

// synccheck, cuda::barrier: nobody initialises it.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
// today: unknown, because a barrier that nothing sets up is not modelled
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __syncthreads();
    all.arrive_and_wait();
    a[threadIdx.x] = 1;
}

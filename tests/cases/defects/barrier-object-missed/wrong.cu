// synccheck, cuda::barrier: half of the threads never arrive.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    if (threadIdx.x < 32)
        all.arrive_and_wait(); //~ barrier-divergence with exit
    a[threadIdx.x] = 1;
}
